import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutGrid, IconLayoutList, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { layouts } from '../../../ui/preferences.ts';
import classes from './library-head.module.css';
import { useLayout } from './library-view.ts';

const icons = { grid: IconLayoutGrid, list: IconLayoutList, table: IconTable };

/** Grid, list or table. */
export const LayoutSwitch = () => {
  const { t } = useTranslation('browse');
  const [current, choose] = useLayout();
  return (
    <div className={classes.layouts} role="group" aria-label={t('layouts')}>
      {layouts.map((layout) => {
        const Icon = icons[layout];
        return (
          <Tooltip key={layout} label={t(`layout.${layout}`)}>
            <ActionIcon
              variant={layout === current ? 'default' : 'subtle'}
              aria-label={t(`layout.${layout}`)}
              aria-pressed={layout === current}
              onClick={() => choose(layout)}
            >
              <Icon size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
};
