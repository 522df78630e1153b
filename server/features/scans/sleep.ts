import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServerControl } from '../../host.ts';
import type { ScansStore } from './store.ts';

const isThere = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length > 0,
    () => false,
  );

/**
 * Takes scans and schedules through a sleep of the machine. Drives come back late: a paused scan goes on
 * when the folder of its library is there and not empty, schedules when all are, or after `patienceMs`.
 */
export const createSleep = ({
  scans,
  store,
  schedules,
  lookMs = 2000,
  patienceMs = 120_000,
}: {
  scans: Pick<ServerControl['scans'], 'pauseAll' | 'resumeAll'>;
  store: Pick<ScansStore, 'libraries'>;
  schedules: { hold(held: boolean): void };
  lookMs?: number;
  patienceMs?: number;
}): Pick<ServerControl, 'suspend' | 'wake'> & { stop(): void } => {
  const paused = new Set<string>();
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
      const deadline = Date.now() + patienceMs;
      for (let held = true; held || paused.size > 0; await delay(lookMs, null, { ref: false })) {
        const libraries = store.libraries();
        const there = await Promise.all(libraries.map(({ path }) => isThere(path)));
        // Asleep again, or on the way out, while the drives were asked.
        if (mine !== turn) return;
        const back = libraries.filter((_, index) => there[index]).map(({ id }) => id);
        const known = new Set(libraries.map(({ id }) => id));
        const ready = [...paused].filter((id) => back.includes(id) || !known.has(id));
        for (const id of ready) paused.delete(id);
        scans.resumeAll(ready);
        if (held && (back.length === libraries.length || Date.now() >= deadline)) {
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
