import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Marker file in the target of a move: identifies it as a copy, and of which directory. */
export const markerName = 'octavo-move.json';

export const markerFile = (target: string): string => join(target, markerName);

export const writeMarker = (target: string, from: string): void =>
  writeFileSync(markerFile(target), JSON.stringify({ from }), { mode: 0o600 });

/** Whether the folder is left over from an earlier move of this data directory. */
export const isMarked = async (target: string, from: string): Promise<boolean> => {
  try {
    const marker = await readFile(markerFile(target), 'utf8');
    return (JSON.parse(marker) as { from?: unknown }).from === from;
  } catch {
    return false;
  }
};
