import { Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import {
  seriesStrategies,
  type Library,
  type SeriesStrategy,
} from '../../../../shared/api/libraries.ts';
import { openLibraryDialog } from '../library/manage/dialogs.ts';
import classes from './grouping.module.css';

interface GroupingProps {
  value: SeriesStrategy;
  onChange: (strategy: SeriesStrategy) => void;
  /** Content that depends on the choice. */
  children?: ReactNode;
}

/** Chooses how books are grouped into series, with an explanation. */
export const Grouping = ({ value, onChange, children }: GroupingProps) => {
  const { t } = useTranslation(['library', 'libraries', 'organise', 'setup']);
  return (
    <div className={classes.grouping}>
      <Select
        label={t('setup:form.strategy')}
        description={t(`libraries:strategyText.${value}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={seriesStrategies.map((strategy) => ({
          value: strategy,
          label: t(`organise:strategy.${strategy}`),
        }))}
        value={value}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
        allowDeselect={false}
      />
      {children}
    </div>
  );
};

/** Current grouping of a library; a change is previewed first. */
export const GroupingNow = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['library', 'organise', 'setup']);
  return (
    <div className={classes.now}>
      <div>
        <strong>{t('setup:form.strategy')}</strong>
        <span className={classes.current}>{t(`organise:strategy.${library.series_strategy}`)}</span>
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
