import { setTimeout as sleep } from 'node:timers/promises';

import { getTaskStats } from '../shared/api/tasks.ts';
import type { Client } from '../shared/client.ts';

const lookMs = 200;

/** Whether a task of the server waits or runs. */
export const isBusy = async (client: Client): Promise<boolean> => {
  const { pending, running } = await client.call(getTaskStats);
  return pending + running > 0;
};

/** Waits until the server has nothing to do in the background. */
export const untilIdle = async (client: Client): Promise<void> => {
  do await sleep(lookMs);
  while (await isBusy(client));
};
