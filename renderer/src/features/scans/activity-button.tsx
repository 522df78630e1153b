import { ActionIcon } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { isOver } from '../../api/scan-state.ts';
import { useCan } from '../../api/session-store.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { OnDemand } from '../../ui/controls/on-demand.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import classes from './activity-ring.module.css';
import { scanFraction, useScans } from './use-scans.ts';

const ActivityPanel = lazyPart(async () => ({
  default: (await withTranslations(import('../activity/activity-panel.tsx'))).ActivityPanel,
}));

/** Button with a progress ring; opens the running tasks and recent scans. */
export const ActivityButton = () => {
  const { t } = useTranslation('scans');
  const allowed = useCan('libraries-read');
  const running = useScans().filter((scan) => !isOver(scan));
  if (!allowed) return null;

  const total = running.reduce((sum, scan) => sum + scan.files_total, 0);
  const done = running.reduce((sum, scan) => sum + scan.files_processed, 0);
  const label =
    running.length === 0 ? t('activity') : t('activityRunning', { count: running.length });
  const button = (
    <ActionIcon size={34} radius="xl" aria-haspopup="dialog" aria-label={label} data-hint={label}>
      {running.length === 0 ? (
        <IconActivity size={19} stroke={1.6} />
      ) : (
        <ActivityRing fraction={scanFraction({ files_total: total, files_processed: done })} />
      )}
    </ActionIcon>
  );
  return (
    <OnDemand button={button}>
      <ActivityPanel button={button} />
    </OnDemand>
  );
};

const circumference = 2 * Math.PI * 8;

/** Progress ring, 0 to 1; spins while the total is unknown (null). */
const ActivityRing = ({ fraction }: { fraction: number | null }) => (
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
