import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { withoutRights } from '../testing/unreadable-file.ts';
import { flushFile } from './flush.ts';

test('flushes a copy of a file that is write-protected, as many downloads are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-test-'));
  const file = join(folder, 'Protected.cbz');
  try {
    writeFileSync(file, 'pages');
    chmodSync(file, 0o444);
    if (process.geteuid?.() === 0)
      for (const path of [folder, file]) chownSync(path, 65_534, 65_534);
    await expect(withoutRights(() => flushFile(file))).resolves.toBeUndefined();
  } finally {
    chmodSync(file, 0o644);
    rmSync(folder, { recursive: true, force: true });
  }
});
