import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export interface Calls {
  /** Files opened by this thread. */
  opened: number;
  /** Processes started. */
  spawned: number;
}

/** Counts file opens and process starts of `work` on the calling thread. */
export const countCalls = async (work: () => Promise<unknown>): Promise<Calls> => {
  const calls = { opened: 0, spawned: 0 };
  const { openSync, promises, statSync } = fs;
  const { open } = promises;
  const { spawn } = childProcess;
  const isFile = (path: fs.PathLike) =>
    statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  fs.openSync = (path, ...others) => {
    if (isFile(path)) calls.opened += 1;
    return openSync(path, ...others);
  };
  promises.open = (path, ...others) => {
    if (isFile(path)) calls.opened += 1;
    return open(path, ...others);
  };
  childProcess.spawn = ((...all: Parameters<typeof spawn>) => {
    calls.spawned += 1;
    return spawn(...all);
  }) as typeof spawn;
  syncBuiltinESMExports();
  try {
    await work();
    return calls;
  } finally {
    fs.openSync = openSync;
    promises.open = open;
    childProcess.spawn = spawn;
    syncBuiltinESMExports();
  }
};
