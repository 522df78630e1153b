import {
  IconBooks,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDevices,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import type { Device, DeviceKind } from '../../../../shared/api/devices.ts';
import { useCan, useUser } from '../../api/session-store.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { useClientName } from '../../ui/text/use-client-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import settings from '../settings/settings-page.module.css';
import { couldChange } from '../account/apps-section.tsx';
import { EditDeviceDialog, RevokeDialog } from './device-dialogs.tsx';
import { deviceRights, hasRight } from './device-rights.ts';
import { devicesQuery, useLiveDevices } from './queries.ts';

const KoboChoiceDialog = lazyPart(async () => ({
  default: (await import('./kobo-choice-dialog.tsx')).KoboChoiceDialog,
}));

const icons: Record<DeviceKind, ComponentType<{ size: number; stroke: number }>> = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  'e-reader': IconDeviceTablet,
  computer: IconDeviceDesktop,
  other: IconDevices,
};

type Asking = { what: 'edit' | 'revoke' | 'kobo'; device: Device } | null;

/** Paired devices: owner, last read book, and removal. */
export const DeviceList = () => {
  const { t } = useTranslation('devices');
  useLiveDevices();
  const query = useQuery(devicesQuery());
  const { data } = query;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  if (data === undefined) {
    const placeholder = (
      <div className={settings.card} aria-busy data-awaited style={{ height: '4.5rem' }} />
    );
    return <QueryState query={query} placeholder={placeholder} compact />;
  }
  if (data.length === 0) return <p className={settings.none}>{t('list.none')}</p>;
  return (
    <>
      <ul className={settings.card} aria-label={t('list.title')}>
        {data.map((device) => (
          <DeviceLine key={device.id} device={device} onAsk={setAsking} />
        ))}
      </ul>
      {asking?.what === 'edit' && <EditDeviceDialog device={asking.device} onClose={close} />}
      {asking?.what === 'kobo' && <KoboChoiceDialog device={asking.device} onClose={close} />}
      {asking?.what === 'revoke' && <RevokeDialog device={asking.device} onClose={close} />}
    </>
  );
};

const DeviceLine = ({ device, onAsk }: { device: Device; onAsk: (asking: Asking) => void }) => {
  const { t } = useTranslation(['devices', 'kobo']);
  const { ago } = useLocale();
  const canChange = useCan('api-keys-write');
  const me = useUser();
  const clientName = useClientName();
  const name = clientName(device.name);
  const { last_book: book, last_seen_at: seen, permissions } = device;
  const Icon = icons[device.kind];
  const facts = [
    device.user_id === me?.id ? null : device.username,
    device.app === null ? null : clientName(device.app),
    seen === null ? t('list.neverSeen') : t('list.seen', { ago: ago(seen) }),
  ];
  const rights = deviceRights.filter((right) => hasRight(permissions, right));
  return (
    <ItemRow
      mark={<Icon size={26} stroke={1.5} />}
      title={name}
      details={[
        facts.filter((fact) => fact !== null).join(' · '),
        [
          ...rights.map((right) => t(`rights.${right}Short`)),
          ...(device.apps_can_change && couldChange(permissions) ? [t('rights.appsShort')] : []),
        ].join(', '),
        book && (
          <>
            {t('list.lastBook')}{' '}
            <Link to="/book/$bookId" params={{ bookId: book.id }}>
              {book.title}
            </Link>
          </>
        ),
      ]}
      actions={
        <>
          {device.is_kobo && device.user_id === me?.id && canChange && (
            <RowAction
              label={t('kobo:choice.of', { name })}
              icon={<IconBooks size={19} stroke={1.6} />}
              onClick={() => onAsk({ what: 'kobo', device })}
            />
          )}
          <RowAction
            label={t('edit.of', { name })}
            icon={<IconPencil size={19} stroke={1.6} />}
            onClick={() => onAsk({ what: 'edit', device })}
          />
          <RowAction
            label={t('revoke.of', { name })}
            icon={<IconTrash size={19} stroke={1.6} />}
            onClick={() => onAsk({ what: 'revoke', device })}
          />
        </>
      }
    />
  );
};
