import { readdirSync, readlinkSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files below a folder that this process has open. Linux lists them; Windows refuses to rename such
 * a file when SQLite has it open; other systems return none.
 */
export const heldFiles = (folder: string): string[] => {
  if (process.platform === 'linux') {
    return readdirSync('/proc/self/fd').flatMap((fd) => targetOf(fd, folder));
  }
  if (process.platform !== 'win32') return [];
  return readdirSync(folder).filter((name) => isHeld(join(folder, name)));
};

const targetOf = (fd: string, folder: string): string[] => {
  try {
    const path = readlinkSync(`/proc/self/fd/${fd}`);
    return path.startsWith(folder) ? [path] : [];
  } catch {
    // The handle used for listing is already closed.
    return [];
  }
};

const isHeld = (path: string): boolean => {
  try {
    renameSync(path, `${path}~`);
    renameSync(`${path}~`, path);
    return false;
  } catch {
    return true;
  }
};
