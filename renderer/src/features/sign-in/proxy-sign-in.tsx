import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { getHealth } from '../../../../shared/api/system.ts';
import { basePath, serverUrl } from '../../api/base-path.ts';
import { patienceMs, useConnection, useIsLost } from '../../api/connection-store.ts';
import notice from '../../ui/feedback/floating-notice.module.css';
import classes from './proxy-sign-in.module.css';

/** Interval between questions while the server is lost (ms). */
const intervalMs = 10_000;

/**
 * Whether somebody answers for the server and wants a sign-in, or sends the browser elsewhere: a proxy does this, and the
 * previous port of a server.
 */
const isProxyAsking = async (): Promise<boolean> => {
  try {
    const { type, status } = await fetch(serverUrl(getHealth), {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    return type === 'opaqueredirect' || status === 401;
  } catch {
    return false;
  }
};

/** Explains a server that is lost behind the sign-in of a proxy, and leads there without losing what is typed. */
export const ProxySignIn = () => {
  const { t } = useTranslation('setup');
  const isLost = useIsLost();
  const isShown = useConnection((connection) => connection.lost && connection.isProxyAsking);
  useEffect(() => {
    if (!isLost) return;
    const ask = async () => useConnection.setState({ isProxyAsking: await isProxyAsking() });
    void ask();
    const timer = setInterval(() => void ask(), intervalMs);
    return () => {
      clearInterval(timer);
      useConnection.setState({ isProxyAsking: false });
    };
  }, [isLost]);
  if (isShown !== true) return null;
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
