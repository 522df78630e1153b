import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A note in a folder that data is being moved to: what lies there is a copy, and of which directory. */
export const noteName = 'octavo-move.json';

export const noteFile = (target: string): string => join(target, noteName);

export const writeNote = (target: string, from: string): void =>
  writeFileSync(noteFile(target), JSON.stringify({ from }), { mode: 0o600 });

/** Whether an earlier attempt to move this data directory left a folder behind. */
export const isNoted = (target: string, from: string): boolean => {
  try {
    return (JSON.parse(readFileSync(noteFile(target), 'utf8')) as { from?: unknown }).from === from;
  } catch {
    return false;
  }
};
