import { Skeleton } from '@mantine/core';
import { IconDeviceUsb, IconDisc, IconNetwork, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { listDrives, type Drive } from '../../../../shared/api/filesystem.ts';
import { maxPageSize } from '../../../../shared/schemas.ts';
import { api } from '../../api/client.ts';
import { useRefetchOn } from '../../api/use-refetch-on.ts';
import { ErrorState } from '../../ui/state.tsx';
import { useLocale } from '../../ui/use-locale.ts';
import classes from './drives.module.css';

const icons = {
  fixed: IconServer2,
  removable: IconDeviceUsb,
  network: IconNetwork,
  optical: IconDisc,
} as const satisfies Record<Drive['kind'], unknown>;

/** The folders too: one may have gone with its drive. */
const stale = [['drives'], ['filesystem']];

/** The drives of the computer that runs the server, with the room on each; drives that come appear. */
export const Drives = ({
  current,
  onOpen,
}: {
  /** The folder that is shown. */
  current: string | undefined;
  onOpen: (path: string) => void;
}) => {
  const { t } = useTranslation('setup');
  useRefetchOn('drives_updated', stale);
  const { data, error, refetch } = useQuery({
    queryKey: ['drives'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(listDrives, { query: { pageSize: maxPageSize }, signal }),
  });
  if (data === undefined && error !== null) {
    return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  }
  const here = current === undefined ? undefined : driveOf(data?.data ?? [], current);
  return (
    <ul className={classes.drives} aria-label={t('browser.drives')}>
      {data === undefined &&
        [1, 2].map((place) => (
          <li key={place}>
            <Skeleton height={52} />
          </li>
        ))}
      {data?.data.map((drive) => (
        <li key={drive.path}>
          <DriveTile drive={drive} isHere={drive === here} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
};

/** The drive that a folder lies on: of several the one whose path says most. */
const driveOf = (drives: readonly Drive[], folder: string): Drive | undefined =>
  drives
    .filter(({ path }) => {
      const root = /[\\/]$/.test(path) ? path : `${path}/`;
      return `${folder}/`.toLowerCase().startsWith(root.toLowerCase());
    })
    .sort((a, b) => b.path.length - a.path.length)[0];

interface DriveTileProps {
  drive: Drive;
  isHere: boolean;
  onOpen: (path: string) => void;
}

const DriveTile = ({ drive, isHere, onOpen }: DriveTileProps) => {
  const { t } = useTranslation('setup');
  const { bytes } = useLocale();
  const { kind, name, path, free_bytes: free, total_bytes: total } = drive;
  const Icon = icons[kind];
  const isKnown = free !== null && total !== null && total > 0;
  return (
    <button
      type="button"
      className={classes.drive}
      aria-current={isHere || undefined}
      title={isKnown ? t('browser.roomOf', { path, free: bytes(free), total: bytes(total) }) : path}
      onClick={() => onOpen(path)}
    >
      <Icon size={22} stroke={1.5} aria-label={t(`browser.kind.${kind}`)} role="img" />
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.room}>
          {isKnown ? t('browser.room', { free: bytes(free) }) : t('browser.silent')}
        </span>
        {isKnown && (
          <span className={classes.bar} aria-hidden>
            <span
              data-full={free / total < nearlyFull || undefined}
              style={{ width: `${Math.round((1 - free / total) * 100)}%` }}
            />
          </span>
        )}
      </span>
    </button>
  );
};

const nearlyFull = 0.05;
