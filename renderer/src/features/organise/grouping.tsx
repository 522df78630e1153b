import { Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import {
  seriesStrategies,
  type Library,
  type SeriesStrategy,
} from '../../../../shared/api/libraries.ts';
import { openLibraryDialog } from '../library/dialogs.ts';
import classes from './grouping.module.css';

interface GroupingProps {
  value: SeriesStrategy;
  onChange: (strategy: SeriesStrategy) => void;
  /** What the choice leads to. */
  children?: ReactNode;
}

/** By what books become series, with a sentence about the choice. */
export const Grouping = ({ value, onChange, children }: GroupingProps) => {
  const { t } = useTranslation('library');
  return (
    <div className={classes.grouping}>
      <Select
        label={t('form.strategy')}
        description={t(`strategyText.${value}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={seriesStrategies.map((one) => ({ value: one, label: t(`strategy.${one}`) }))}
        value={value}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
        allowDeselect={false}
      />
      {children}
    </div>
  );
};

/** How a library is grouped now; changing that shows first what it does. */
export const GroupingNow = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['library', 'organise']);
  return (
    <div className={classes.now}>
      <div>
        <strong>{t('form.strategy')}</strong>
        <span className={classes.current}>{t(`strategy.${library.series_strategy}`)}</span>
      </div>
      <Button
        variant="default"
        size="compact-md"
        onClick={() => openLibraryDialog({ kind: 'regroup', library })}
      >
        {t('organise:regroup.action')}
      </Button>
    </div>
  );
};
