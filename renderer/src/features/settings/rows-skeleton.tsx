import { useTranslation } from 'react-i18next';

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
