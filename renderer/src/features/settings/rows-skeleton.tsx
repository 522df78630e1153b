import { useTranslation } from 'react-i18next';

import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import classes from './settings-page.module.css';

/** Placeholder of rows while loading. */
export const RowsSkeleton = ({ rows }: { rows: number }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.card} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <span className={classes.bone} />
        </div>
      ))}
    </div>
  );
};

interface RowsStateProps {
  query: { data: unknown; error: unknown; refetch: () => Promise<unknown> };
  /** Rows of the placeholder. */
  rows: number;
  compact?: boolean;
}

/** What a list shows until it has its rows: a placeholder, or the error. */
export const RowsState = ({ query, rows, compact = false }: RowsStateProps) => {
  const { data, error, refetch } = query;
  if (data !== undefined) return null;
  if (error === null) return <RowsSkeleton rows={rows} />;
  return <ErrorState compact={compact} error={error} onRetry={() => void refetch()} />;
};
