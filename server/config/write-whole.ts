import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a file in one step, in a folder that need not be there yet: a crash leaves the old or the new.
 * Unless `mode` says otherwise, its owner alone can read it. Throws what the file system throws.
 */
export const writeWhole = (file: string, text: string, mode = 0o600): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.new`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};
