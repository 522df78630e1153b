import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { checkConnection } from '../api/connection.ts';
import { useConnection } from '../api/connection-store.ts';
import { readOfflineUser } from '../api/offline-user.ts';
import { Banner } from '../ui/feedback/banner.tsx';
import classes from './offline-banner.module.css';

/** Banner above every view while the server does not respond. */
export const OfflineBanner = () => {
  const { t } = useTranslation();
  const { lost, isProxyAsking } = useConnection();
  if (!lost || isProxyAsking) return null;
  return (
    <div className={classes.place}>
      <Banner
        icon={<IconCloudOff />}
        title={t('lost.title')}
        action={
          <Button size="compact-sm" variant="default" onClick={() => void checkConnection()}>
            {t('error.retry')}
          </Button>
        }
      >
        {readOfflineUser() === null ? (
          t('lost.text')
        ) : (
          <Link to="/downloads" className={classes.link}>
            {t('lost.downloads')}
          </Link>
        )}
      </Banner>
    </div>
  );
};
