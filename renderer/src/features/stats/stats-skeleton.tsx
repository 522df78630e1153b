import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import classes from './stats.module.css';

export const StatsSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={classes.tiles}>
        {[1, 2, 3, 4, 5, 6].map((tile) => (
          <div key={tile}>
            <Skeleton height={14} width="60%" mb={8} />
            <Skeleton height={24} width="40%" />
          </div>
        ))}
      </div>
      <Skeleton height={150} mt={24} />
    </div>
  );
};
