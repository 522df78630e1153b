import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { OrganiseConflict } from '../../../../shared/api/organise.ts';
import classes from './organise.module.css';

/** Something that a change should not or cannot do. */
export const ConflictLine = ({ conflict }: { conflict: OrganiseConflict }) => {
  const { t } = useTranslation('organise');
  return (
    <p className={classes.conflict} data-blocking={conflict.blocking || undefined}>
      <IconAlertTriangle size={16} aria-hidden />
      {t(`conflict.${conflict.kind}`, { series: conflict.series_name ?? '' })}
    </p>
  );
};
