import { realpath as walk } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Resolves the links of a path step by step, and leaves the spelling of all else as it is. */
export const walkedPath = promisify(walk);

/**
 * Resolves the links of a path. Windows cannot resolve it at once on some drives (RAM disks, shares) and for long
 * paths: there it is resolved step by step.
 */
export const realPath = (path: string): Promise<string> =>
  realpath(path).catch(() => walkedPath(path));
