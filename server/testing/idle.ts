import { setTimeout as sleep } from 'node:timers/promises';

import { getTaskStats } from '../../shared/api/tasks.ts';
import type { Client } from '../../shared/client.ts';

/** Above the time limits of all tests that wait, so that theirs decides. */
const timeoutMs = 300_000;
/** Between polls: short for short tasks; longer during long ones, because polls take their time. */
const [firstMs, longestMs] = [5, 100];

/** Resolves when no task is pending or running, e.g. after a scan. */
export const untilIdle = async (api: Client): Promise<void> => {
  const end = Date.now() + timeoutMs;
  for (let pauseMs = firstMs; ; pauseMs = Math.min(1.5 * pauseMs, longestMs)) {
    const { pending, running } = await api.call(getTaskStats);
    if (pending + running === 0) return;
    if (Date.now() > end) throw new Error(`${pending + running} tasks do not end`);
    await sleep(pauseMs);
  }
};
