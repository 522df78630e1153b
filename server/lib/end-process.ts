import { setTimeout as sleep } from 'node:timers/promises';

/** How long pending reads can take to finish, ms. */
const patienceMs = 2000;
const pollMs = 20;

/**
 * Ends the process. `process.exit` waits for threads that read from a drive, forever if it hangs; a
 * signal does not. `isClean` means that every part of the server was closed, so none of our threads
 * is left.
 */
export const endProcess = async (isClean: boolean): Promise<void> => {
  for (let waited = 0; isClean && waited < patienceMs; waited += pollMs) {
    if (!isReading()) process.exit(0);
    await sleep(pollMs);
  }
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, 'SIGTERM');
};

const isReading = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
