import { Skeleton } from '@mantine/core';
import { IconDeviceUsb, IconDisc, IconNetwork, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Drive } from '../../../../shared/api/filesystem.ts';
import { useRefetchOn } from '../../api/use-refetch-on.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { driveOf, drivesQuery } from './drives-query.ts';
import classes from './drives.module.css';

const icons = {
  fixed: IconServer2,
  removable: IconDeviceUsb,
  network: IconNetwork,
  optical: IconDisc,
} as const satisfies Record<Drive['kind'], unknown>;

/** Folders too: one may have been removed with its drive. */
const stale = [['drives'], ['filesystem']];

/** Drives of the server's computer with free space; updated when drives are attached. */
export const Drives = ({
  current,
  onOpen,
}: {
  /** The open folder. */
  current: string | undefined;
  onOpen: (path: string) => void;
}) => {
  const { t } = useTranslation('setup');
  useRefetchOn('drives_updated', stale);
  const { data, error, refetch } = useQuery(drivesQuery());
  if (data === undefined && error !== null) {
    return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  }
  const here = current === undefined ? undefined : driveOf(data?.data ?? [], current);
  return (
    <ul className={classes.drives} aria-label={t('browser.drives')}>
      {data === undefined &&
        [1, 2].map((key) => (
          <li key={key}>
            <Skeleton height={58} />
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

interface DriveTileProps {
  drive: Drive;
  isHere: boolean;
  onOpen: (path: string) => void;
}

const DriveTile = ({ drive, isHere, onOpen }: DriveTileProps) => {
  const { t } = useTranslation('setup');
  const { bytes } = useLocale();
  const { kind, name, label, path, free_bytes: free, total_bytes: total } = drive;
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
        <span className={classes.name}>{label ?? name}</span>
        {path !== (label ?? name) && <span className={classes.path}>{path}</span>}
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
