import { ActionIcon, Popover } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { isOver } from '../../api/live-cache.ts';
import { useCan } from '../../api/session-store.ts';
import classes from './activity.module.css';
import { ScanRow } from './scan-row.tsx';
import { scanFraction, useScans } from './use-scans.ts';

/** A ring that fills while something runs; behind it, what runs and what came of the last scans. */
export const ActivityButton = () => {
  const { t } = useTranslation('scans');
  const allowed = useCan('libraries-read');
  const scans = useScans();
  const running = scans.filter((scan) => !isOver(scan));
  const finished = scans.filter((scan) => isOver(scan) && scan.status !== 'idle');
  if (!allowed) return null;

  const total = running.reduce((sum, scan) => sum + scan.files_total, 0);
  const done = running.reduce((sum, scan) => sum + scan.files_processed, 0);
  const fraction = scanFraction({ files_total: total, files_processed: done });
  const label =
    running.length === 0 ? t('activity') : t('activityRunning', { count: running.length });

  return (
    <Popover width={360} position="bottom-end">
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={34} radius="xl" aria-label={label}>
          {running.length === 0 ? (
            <IconActivity size={19} stroke={1.6} />
          ) : (
            <Ring fraction={fraction} />
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('activity')}>
        {running.length > 0 && (
          <section aria-label={t('running')}>
            <h2 className={classes.heading}>{t('running')}</h2>
            {running.map((scan) => (
              <ScanRow key={scan.library_id} scan={scan} />
            ))}
          </section>
        )}
        {finished.length > 0 && (
          <section aria-label={t('last')}>
            <h2 className={classes.heading}>{t('last')}</h2>
            {finished.map((scan) => (
              <ScanRow key={scan.library_id} scan={scan} />
            ))}
          </section>
        )}
        {running.length + finished.length === 0 && <p className={classes.quiet}>{t('quiet')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
};

const circumference = 2 * Math.PI * 8;

const Ring = ({ fraction }: { fraction: number | null }) => (
  <svg
    className={classes.ring}
    viewBox="0 0 20 20"
    aria-hidden
    data-counting={fraction === null || undefined}
  >
    <circle cx="10" cy="10" r="8" />
    <circle
      cx="10"
      cy="10"
      r="8"
      strokeDasharray={circumference}
      strokeDashoffset={circumference * (1 - (fraction ?? 0.2))}
    />
  </svg>
);
