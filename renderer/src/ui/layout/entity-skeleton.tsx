import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import classes from './entity-head.module.css';

/** Header placeholder while loading. */
export const EntitySkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className={classes.head} role="status" aria-label={t('loading')}>
      <div className={classes.cover} style={{ boxShadow: 'none' }}>
        <Skeleton style={{ aspectRatio: '2 / 3' }} />
      </div>
      <div className={classes.titles}>
        <Skeleton height={14} width={120} mt={4} />
        <Skeleton height={36} width="min(420px, 90%)" mt={10} />
        <Skeleton height={14} width="min(300px, 70%)" mt={14} />
      </div>
      <div className={classes.rest}>
        <Skeleton height={42} width={220} mt={18} />
      </div>
    </div>
  );
};
