import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createTestLibrary } from '../../testing/library.ts';
import { writeCbz } from '../../testing/zip.ts';

test('a scan deletes what a killed conversion or upload left, but nothing that may still be written or is not ours', async () => {
  const library = createTestLibrary();
  try {
    writeCbz(join(library.root, 'A/A 1.cbz'), 2);
    const yesterday = Date.now() / 1000 - 25 * 3600;
    const write = (name: string, time: number) => {
      writeFileSync(join(library.root, 'A', name), 'half');
      utimesSync(join(library.root, 'A', name), time, time);
    };
    write('.octavo-0190a1b2-0000-7000-8000-000000000001.part', yesterday);
    write('.octavo-0190a1b2-0000-7000-8000-000000000002.part', Date.now() / 1000);
    write('.octavo-upload-0190a1b2-0000-7000-8000-000000000003.cbz', yesterday);
    write('.octavo-upload-0190a1b2-0000-7000-8000-000000000004.cbz', Date.now() / 1000);
    write('.octavo-upload-notes.txt', yesterday);
    write('.other-1.part', yesterday);
    mkdirSync(join(library.root, 'A', '.octavo-folder.part'));
    utimesSync(join(library.root, 'A', '.octavo-folder.part'), yesterday, yesterday);
    await library.scan();
    expect(readdirSync(join(library.root, 'A')).sort()).toEqual([
      '.octavo-0190a1b2-0000-7000-8000-000000000002.part',
      '.octavo-folder.part',
      '.octavo-upload-0190a1b2-0000-7000-8000-000000000004.cbz',
      '.octavo-upload-notes.txt',
      '.other-1.part',
      'A 1.cbz',
    ]);
  } finally {
    await library.close();
  }
});
