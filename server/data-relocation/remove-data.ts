import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

import { isOctavoFile } from '../database/file-permissions.ts';
import { markerName } from './move-marker.ts';

/**
 * Deletes Octavo's files from a data directory, and the folder itself if it is then empty and need
 * not be kept.
 */
export const removeData = async (
  dataDir: string,
  { keepFolder = false }: { keepFolder?: boolean } = {},
): Promise<void> => {
  const names = await readdir(dataDir);
  // `location.json` stays, because in the configured folder it points to the data.
  const ours = names.filter((name) => isOctavoFile(name) && name !== 'location.json');
  // The marker is deleted last, so that an interrupted removal can still be recognised.
  for (const name of ours.sort((a, b) => Number(a === markerName) - Number(b === markerName))) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
  if (!keepFolder && (await readdir(dataDir)).length === 0) await rmdir(dataDir);
};
