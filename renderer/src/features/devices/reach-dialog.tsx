import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { testSharing, type SharingTest } from '../../../../shared/api/sharing.ts';
import { api } from '../../api/client.ts';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { QrCode } from '../../ui/controls/qr-code.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import classes from './devices.module.css';
import { sharingQuery } from './queries.ts';

/** Polling interval for connected devices (ms). */
const pollMs = 2000;

/**
 * Tests the addresses from this machine, then waits for a device to connect, which is the only real
 * proof.
 */
export const ReachDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['devices', 'common']);
  const test = useQuery({
    queryKey: ['sharing-test'],
    queryFn: () => api.call(testSharing),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const isTesting = test.isFetching;
  return (
    <Dialog title={t('reach.label')} opened onClose={onClose}>
      <div className={classes.reach} aria-live="polite" aria-busy={isTesting}>
        {test.data !== undefined && <Result test={test.data} />}
        {test.data === undefined && !isTesting && (
          <ErrorState compact error={test.error} onRetry={() => void test.refetch()} />
        )}
        {test.data === undefined && isTesting && <p>{t('reach.testing')}</p>}
      </div>
      <DialogActions>
        <Button variant="default" loading={isTesting} onClick={() => void test.refetch()}>
          {t('reach.again')}
        </Button>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
    </Dialog>
  );
};

const Result = ({ test: { addresses, tested_at } }: { test: SharingTest }) => {
  const { t } = useTranslation('devices');
  const best = addresses.find(({ reachable }) => reachable);
  return (
    <>
      <ul className={classes.results} aria-label={t('reach.fromHere')}>
        {addresses.map(({ url, reachable, reason }) => (
          <li key={url} data-ok={reachable}>
            {reachable ? <IconCircleCheck size={20} /> : <IconAlertTriangle size={20} />}
            <div>
              <strong className={classes.code}>{url}</strong>
              <p>{t(`reach.reason.${reason ?? 'none'}`)}</p>
            </div>
          </li>
        ))}
      </ul>
      {addresses.length === 0 && <p>{t('sharing.noAddress')}</p>}
      {best !== undefined && <Proof since={tested_at} qr={best.qr} />}
    </>
  );
};

const Proof = ({ since, qr }: { since: string; qr: string }) => {
  const { t } = useTranslation('devices');
  const [before] = useState(since);
  const { data } = useQuery({ ...sharingQuery(), refetchInterval: pollMs });
  const last = data?.last_device_at ?? null;
  if (last !== null && last >= before) {
    return (
      <p className={classes.proof} role="status">
        <IconCircleCheck size={22} aria-hidden />
        {t('reach.proved')}
      </p>
    );
  }
  return (
    <div className={classes.proofCode}>
      <QrCode svg={qr} label={t('reach.code')} size={168} />
      <p>{t('reach.proof')}</p>
    </div>
  );
};
