import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import { useConnection } from '../../api/connection-store.ts';
import notice from '../../ui/feedback/floating-notice.module.css';
import classes from './proxy-sign-in.module.css';

/** Explains a server that is lost behind the sign-in of a proxy, and leads there without losing what is typed. */
export const ProxySignIn = () => {
  const { t } = useTranslation('setup');
  const isShown = useConnection(({ isProxyAsking }) => isProxyAsking);
  if (!isShown) return null;
  return (
    <div className={`${notice.floating} ${classes.notice}`} role="alert">
      <div>
        <strong>{t('proxySignIn.title')}</strong>
        <p>{t('proxySignIn.text')}</p>
      </div>
      <Button component="a" size="compact-sm" href={`${basePath}/`} target="_blank">
        {t('proxySignIn.open')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
        {t('proxySignIn.reload')}
      </Button>
    </div>
  );
};
