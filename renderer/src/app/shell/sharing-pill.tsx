import { IconAccessPoint, IconAccessPointOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { devicesQuery, sharingQuery, useLiveSharing } from '../../features/devices/queries.ts';
import classes from './sharing-pill.module.css';

/**
 * A device seen within this time counts as connected (ms); the server's times have a resolution of
 * one minute.
 */
const connectedMs = 3 * 60_000;

/** Shows whether the library is shared on the network, and the number of connected devices. */
export const SharingPill = () => {
  const { t } = useTranslation();
  useLiveSharing();
  const { data: sharing } = useQuery(sharingQuery());
  const isOn = sharing?.enabled === true;
  const { data: devices = [], dataUpdatedAt } = useQuery({ ...devicesQuery(), enabled: isOn });
  if (sharing === undefined) return null;

  const count = devices.filter(
    ({ last_seen_at }) =>
      last_seen_at !== null && dataUpdatedAt - Date.parse(last_seen_at) < connectedMs,
  ).length;
  const text = isOn ? (count === 0 ? t('lan.on') : t('lan.devices', { count })) : t('lan.off');
  return (
    <Link
      to="/settings/devices"
      className={classes.pill}
      data-on={isOn || undefined}
      data-problem={sharing.problem !== null || undefined}
      aria-label={t('lan.label', { state: text })}
      data-hint={t('lan.label', { state: text })}
    >
      {isOn ? (
        <IconAccessPoint size={19} stroke={1.6} aria-hidden />
      ) : (
        <IconAccessPointOff size={19} stroke={1.6} aria-hidden />
      )}
    </Link>
  );
};
