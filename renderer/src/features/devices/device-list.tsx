import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDevices,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import {
  deleteDevice,
  updateDevice,
  type Device,
  type DeviceKind,
} from '../../../../shared/api/devices.ts';
import { api, errorMessage } from '../../api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { useLocale } from '../../ui/use-locale.ts';
import settings from '../settings/settings-page.module.css';
import classes from './devices.module.css';
import { devicesQuery } from './queries.ts';

const icons: Record<DeviceKind, ComponentType<{ size: number; stroke: number }>> = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  'e-reader': IconDeviceTablet,
  computer: IconDeviceDesktop,
  other: IconDevices,
};

type Asking = { what: 'rename' | 'revoke'; device: Device } | null;

/** The devices that are paired: who has them, what was read on them last, and how to be rid of them. */
export const DeviceList = () => {
  const { t } = useTranslation('devices');
  const { data, error, refetch } = useQuery(devicesQuery());
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  if (data === undefined) {
    return error === null ? null : (
      <ErrorState compact error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) return <p className={settings.none}>{t('list.none')}</p>;
  return (
    <>
      <ul className={settings.card} aria-label={t('list.title')}>
        {data.map((device) => (
          <DeviceLine key={device.id} device={device} onAsk={setAsking} />
        ))}
      </ul>
      {asking?.what === 'rename' && <RenameDialog device={asking.device} onClose={close} />}
      {asking?.what === 'revoke' && <RevokeDialog device={asking.device} onClose={close} />}
    </>
  );
};

const DeviceLine = ({ device, onAsk }: { device: Device; onAsk: (asking: Asking) => void }) => {
  const { t } = useTranslation('devices');
  const { ago } = useLocale();
  const { name, last_book: book, last_seen_at: seen } = device;
  const Icon = icons[device.kind];
  return (
    <li className={classes.device}>
      <Icon size={24} stroke={1.5} />
      <div className={classes.about}>
        <strong>{name}</strong>
        <p>
          {[
            device.username,
            device.app,
            seen === null ? t('list.neverSeen') : t('list.seen', { ago: ago(seen) }),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
        {book !== null && (
          <p>
            {t('list.lastBook')}{' '}
            <Link to="/book/$bookId" params={{ bookId: book.id }}>
              {book.title}
            </Link>
          </p>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={38}
        aria-label={t('rename.of', { name })}
        onClick={() => onAsk({ what: 'rename', device })}
      >
        <IconPencil size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={38}
        aria-label={t('revoke.of', { name })}
        onClick={() => onAsk({ what: 'revoke', device })}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
    </li>
  );
};

interface DeviceDialogProps {
  device: Device;
  onClose: () => void;
}

const useDeviceChange = <Input,>(change: (input: Input) => Promise<unknown>, done: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: devicesQuery().queryKey });
      done();
    },
  });
};

const RenameDialog = ({ device: { id, name }, onClose }: DeviceDialogProps) => {
  const { t } = useTranslation(['devices', 'common']);
  const [typed, setTyped] = useState(name);
  const rename = useDeviceChange(
    (next: string) => api.call(updateDevice, { params: { id }, body: { name: next } }),
    onClose,
  );
  return (
    <Dialog title={t('rename.title')} opened onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(typed.trim());
        }}
      >
        <TextInput
          label={t('name')}
          value={typed}
          maxLength={100}
          data-autofocus
          error={rename.error === null ? null : errorMessage(rename.error)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={typed.trim() === ''} loading={rename.isPending}>
            {t('rename.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

const RevokeDialog = ({ device: { id, name }, onClose }: DeviceDialogProps) => {
  const { t } = useTranslation(['devices', 'common']);
  const revoke = useDeviceChange(() => api.call(deleteDevice, { params: { id } }), onClose);
  return (
    <Dialog title={t('revoke.title', { name })} opened onClose={onClose}>
      <p>{t('revoke.text')}</p>
      {revoke.error !== null && (
        <p role="alert">{errorMessage(revoke.error) ?? t('common:error.unreachable')}</p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button color="danger" loading={revoke.isPending} onClick={() => revoke.mutate(undefined)}>
          {t('revoke.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
