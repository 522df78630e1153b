import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServerControl } from '../../host-environment.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { ScansStore } from './store.ts';

/** How long a drive can take to respond, ms. */
const patienceOfDriveMs = 1500;

const isThere = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length > 0,
    () => false,
  );

/**
 * Suspends scans and schedules while the machine sleeps. Drives reconnect late: a paused scan
 * resumes when its library folder exists and is not empty, schedules when all do, or after
 * `patienceMs`.
 */
export const createSuspendResume = ({
  scans,
  store,
  schedules,
  pollMs = 2000,
  patienceMs = 120_000,
}: {
  scans: Pick<ServerControl['scans'], 'pauseAll' | 'resumeAll'>;
  store: Pick<ScansStore, 'libraries'>;
  schedules: { hold(held: boolean): void };
  pollMs?: number;
  patienceMs?: number;
}): Pick<ServerControl, 'suspend' | 'wake'> & { stop(): void } => {
  const paused = new Set<string>();
  // Single-flight: a probe of a hung drive blocks a thread, so there is never a second one.
  const probes = createSingleFlight();
  let turn = 0;

  return {
    suspend() {
      turn += 1;
      for (const id of scans.pauseAll()) paused.add(id);
      schedules.hold(true);
    },
    async wake() {
      turn += 1;
      const mine = turn;
      // Not by the time of day, which is often corrected after waking.
      const deadline = performance.now() + patienceMs;
      for (let held = true; held || paused.size > 0; await delay(pollMs, null, { ref: false })) {
        const libraries = store.libraries();
        const there = await Promise.all(
          libraries.map(({ path }) => {
            const probe = probes.run(path, () => isThere(path));
            return withTimeout(probe, patienceOfDriveMs, false);
          }),
        );
        // Suspended again, or shutting down, while the drives were probed.
        if (mine !== turn) return;
        const back = libraries.filter((_, index) => there[index]).map(({ id }) => id);
        const known = new Set(libraries.map(({ id }) => id));
        const ready = [...paused].filter((id) => back.includes(id) || !known.has(id));
        for (const id of ready) paused.delete(id);
        scans.resumeAll(ready);
        if (held && (back.length === libraries.length || performance.now() >= deadline)) {
          held = false;
          schedules.hold(false);
        }
        if (!held && paused.size === 0) return;
      }
    },
    stop() {
      turn += 1;
    },
  };
};
