import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { utimeOf } from './file-times.ts';

test('times are read back as they were set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-times-'));
  const path = join(folder, 'file');
  writeFileSync(path, '');
  const start = 1_795_540_000_000;
  for (let ms = start; ms < start + 2000; ms += 1) {
    utimesSync(path, utimeOf(ms), utimeOf(ms + 0.999));
    const { atimeMs, mtimeMs, mtimeNs } = statSync(path, { bigint: true });
    expect([Number(atimeMs), Number(mtimeMs)]).toEqual([ms, ms]);
    expect(Number(mtimeNs / 1000n)).toBe(Math.round(ms * 1000 + 999));
  }
  rmSync(folder, { recursive: true });
});
