import { setTimeout as sleep } from 'node:timers/promises';

import { getTaskStats } from '../shared/api/tasks.ts';
import type { Client } from '../shared/client.ts';

const lookMs = 200;

/** Whether a server task is pending or running. */
export const isBusy = async (client: Client): Promise<boolean> => {
  const { pending, running } = await client.call(getTaskStats);
  return pending + running > 0;
};

/** Waits until the server has no background tasks. */
export const untilIdle = async (client: Client): Promise<void> => {
  do await sleep(lookMs);
  while (await isBusy(client));
};
