import type { ServerControl } from '../../server/host-environment.ts';
import type { PowerPort } from '../ports.ts';

/**
 * Suspends and resumes scans with the computer, and keeps it awake during a scan if enabled.
 * Returns an unsubscribe function.
 */
export const followPower = (
  power: PowerPort,
  control: Pick<ServerControl, 'suspend' | 'wake' | 'wants' | 'scans'>,
): (() => void) => {
  let sleep: (() => void) | null = null;
  const decide = () => {
    const scanning = control.scans.active().some(({ paused }) => !paused);
    if (scanning && control.wants('desktop.stay_awake')) {
      sleep ??= power.preventSleep();
    } else {
      sleep?.();
      sleep = null;
    }
  };
  power.onSuspend(() => control.suspend());
  power.onResume(() => void control.wake());
  const unsubscribe = control.scans.onProgress(decide);
  decide();
  return () => {
    unsubscribe();
    sleep?.();
    sleep = null;
  };
};
