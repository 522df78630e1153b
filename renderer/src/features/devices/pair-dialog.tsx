import { Button, Select } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  createPairing,
  deletePairing,
  type CreatedPairing,
} from '../../../../shared/api/pairing.ts';
import type { Permission } from '../../../../shared/permissions.ts';
import { api } from '../../api/client.ts';
import { toServerTime } from '../../api/server-clock.ts';
import { useUser } from '../../api/session-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { QrCode } from '../../ui/controls/qr-code.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import classes from './devices.module.css';
import { devicePermissions } from './device-rights.ts';
import { usePeople } from './people.ts';
import { devicesQuery, pairingQuery, sharingQuery } from './queries.ts';
import { SharedFirst } from './shared-first.tsx';
import { RightsChoice } from './rights-choice.tsx';

/** Shows the pairing code; chooses the device's user and permissions. */
export const PairDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('devices');
  return (
    <Dialog title={t('pair.title')} opened={opened} onClose={onClose} size={440}>
      {opened && (
        <SharedFirst onClose={onClose}>
          <Choice onClose={onClose} />
        </SharedFirst>
      )}
    </Dialog>
  );
};

const Choice = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('devices');
  const me = useUser();
  const { list: people, permissionsOf } = usePeople();
  const [personId, setPersonId] = useState(me?.id ?? '');
  const granted = permissionsOf(personId) ?? [];
  const [permissions, setPermissions] = useState(() => devicePermissions(granted));
  const [isDone, setIsDone] = useState(false);
  const finish = useCallback(() => setIsDone(true), []);
  return (
    <>
      {!isDone && people.length > 1 && (
        <Select
          label={t('pair.person')}
          data={people.map(({ id, username }) => ({
            value: id,
            label: id === me?.id ? t('pair.me', { name: username }) : username,
          }))}
          value={personId}
          allowDeselect={false}
          onChange={(id) => {
            if (id === null) return;
            setPersonId(id);
            setPermissions(devicePermissions(permissionsOf(id) ?? []));
          }}
        />
      )}
      <Code
        key={`${personId} ${permissions.join()}`}
        personId={personId}
        permissions={permissions}
        onTaken={finish}
        onClose={onClose}
      />
      {!isDone && (
        <details className={classes.rightsMore}>
          <summary>{t('pair.rights')}</summary>
          <RightsChoice value={permissions} granted={granted} onChange={setPermissions} />
        </details>
      )}
    </>
  );
};

interface CodeProps {
  personId: string;
  permissions: readonly Permission[];
  onTaken: () => void;
  onClose: () => void;
}

const Code = ({ personId, permissions, onTaken, onClose }: CodeProps) => {
  const [attempt, setAttempt] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['new-pairing', personId, permissions.join(), attempt],
    queryFn: () =>
      api.call(createPairing, { body: { user_id: personId, permissions: [...permissions] } }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
  });
  if (error !== null) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <div className={classes.pairing} aria-busy />;
  return (
    <Waiting
      key={data.id}
      pairing={data}
      onAgain={() => setAttempt(attempt + 1)}
      onTaken={onTaken}
      onClose={onClose}
    />
  );
};

interface WaitingProps {
  pairing: CreatedPairing;
  onAgain: () => void;
  onTaken: () => void;
  onClose: () => void;
}

const Waiting = ({ pairing, onAgain, onTaken, onClose }: WaitingProps) => {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  const { data: sharing } = useQuery(sharingQuery());
  const { data } = useQuery(pairingQuery(pairing.id));
  const seconds = useSecondsUntil(pairing.expires_at);
  const state = data?.state ?? 'waiting';
  const isTaken = state === 'taken';

  useEffect(() => {
    if (!isTaken) return;
    void client.invalidateQueries({ queryKey: devicesQuery().queryKey });
    onTaken();
  }, [isTaken, client, onTaken]);
  useEffect(
    () => () => {
      // A code that is no longer shown must not stay valid.
      void api.call(deletePairing, { params: { id: pairing.id } }).catch(() => undefined);
    },
    [pairing.id],
  );

  if (isTaken) {
    return (
      <div className={classes.pairing} role="status">
        <IconCircleCheck size={56} stroke={1.25} aria-hidden />
        <p>{t('pair.taken', { name: data?.device?.name ?? '' })}</p>
        <DialogActions>
          <Button onClick={onClose}>{t('pair.done')}</Button>
        </DialogActions>
      </div>
    );
  }
  if (state === 'expired' || seconds === 0) {
    return (
      <div className={classes.pairing} role="status">
        <p>{t('pair.expired')}</p>
        <Button onClick={onAgain}>{t('pair.again')}</Button>
      </div>
    );
  }
  return (
    <div className={classes.pairing}>
      <QrCode svg={pairing.qr} label={t('pair.code')} size={220} />
      <p>{t('pair.text')}</p>
      {sharing?.addresses.length === 0 && (
        <p className={classes.warning}>{sharing.problem?.message ?? t('sharing.noAddress')}</p>
      )}
      <p className={classes.countdown} role="timer">
        {t('pair.countdown', {
          time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
        })}
      </p>
      <CopyButton text={pairing.link} what={t('pair.link')} />
    </div>
  );
};

/** Whole seconds until a server time. */
const useSecondsUntil = (time: string): number => {
  const left = () =>
    Math.max(0, Math.ceil((Date.parse(time) - Date.parse(toServerTime(Date.now()))) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 500);
    return () => clearInterval(timer);
  });
  return seconds;
};
