import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

import { isOwnName } from '../database/private-files.ts';
import { noteName } from './move-note.ts';

/**
 * Removes a data directory: what Octavo put there, and the folder where nothing else is left in it, unless it is to
 * be kept.
 */
export const removeData = async (
  dataDir: string,
  { keepFolder = false }: { keepFolder?: boolean } = {},
): Promise<void> => {
  const names = await readdir(dataDir);
  // Says where the data lies, where this was the folder that the configuration names.
  const ours = names.filter((name) => isOwnName(name) && name !== 'location.json');
  // The note goes last: what was broken off is known by it again.
  for (const name of ours.sort((a, b) => Number(a === noteName) - Number(b === noteName))) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
  if (!keepFolder && (await readdir(dataDir)).length === 0) await rmdir(dataDir);
};
