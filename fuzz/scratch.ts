import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An unlinked file: deleted with the process. */
export const openScratch = (): number => {
  const dir = mkdtempSync(path.join(tmpdir(), 'octavo-fuzz-'));
  const fd = openSync(path.join(dir, 'input'), 'w+');
  rmSync(dir, { recursive: true });
  return fd;
};
