import { chmodSync, closeSync, constants, openSync } from 'node:fs';

/** Windows: nobody else can open it. Not among Node's constants. */
const exclusive = 0x1000_0000;

/**
 * Makes a file unreadable until the returned function is called: on Windows by opening it
 * exclusively, elsewhere by its mode, which does not affect root.
 */
export const makeUnreadable = (path: string): (() => void) => {
  if (process.platform === 'win32') {
    const file = openSync(path, constants.O_RDONLY | exclusive);
    return () => closeSync(file);
  }
  chmodSync(path, 0);
  return () => chmodSync(path, 0o644);
};

const strangers = 65_534;

/** Runs as a user without root's permissions, if the tests run as root. */
export const withoutRights = async <T>(work: () => Promise<T>): Promise<T> => {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(strangers);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
};
