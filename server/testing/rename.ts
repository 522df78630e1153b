import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Moves a file or a folder, making the folders on the way. In two steps, because Wine changes no name in its case only. */
export const moveTo = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, `${from} on its way`);
  renameSync(`${from} on its way`, to);
};
