import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Moves a file or a folder, making the folders on the way. In two steps, because Wine changes no name in its case only. */
export const moveTo = (source: string, target: string): void => {
  mkdirSync(dirname(target), { recursive: true });
  renameSync(source, `${source} on its way`);
  renameSync(`${source} on its way`, target);
};
