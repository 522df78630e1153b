import { useTranslation } from 'react-i18next';

import { QueryState } from '../../ui/feedback/empty-state.tsx';
import classes from './settings-page.module.css';

/** Placeholder of rows while loading. */
export const RowsSkeleton = ({ rows }: { rows: number }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.card} role="status" aria-label={t('loading')} data-awaited>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <span className={classes.bone} />
        </div>
      ))}
    </div>
  );
};

interface RowsStateProps {
  query: Parameters<typeof QueryState>[0]['query'];
  /** Rows of the placeholder. */
  rows: number;
  compact?: boolean;
}

/** Placeholder of a list until it has its rows. */
export const RowsState = ({ rows, ...props }: RowsStateProps) => (
  <QueryState {...props} placeholder={<RowsSkeleton rows={rows} />} />
);
