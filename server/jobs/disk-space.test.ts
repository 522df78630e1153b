import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { connect } from '../database/database.ts';
import { defaultLimits } from '../media/limits.ts';
import { createTestLibrary, type TestLibrary } from '../testing/library.ts';
import { writeCbz } from '../testing/zip.ts';
import { checkDiskSpace } from './disk-space.ts';
import { JobError } from './jobs.ts';
import { runJob } from './run-job.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

it('stops before the disk is full, and says how much room is needed', () => {
  const mebibyte = 1024 * 1024;
  const check = (free: number) => () => checkDiskSpace(library.database, () => free);
  expect(check(500 * mebibyte)).not.toThrow();
  expect(check(499.9 * mebibyte)).toThrow(JobError);
  expect(check(123 * mebibyte)).toThrow(/Only 123 MB are free .* at least 500 MB/);
});

it('says so when the disk is full, and keeps what was written before', async () => {
  writeCbz(join(library.root, 'A/A 1.cbz'), 2);
  await library.scan();
  const before = library.books();
  for (let number = 2; number <= 60; number += 1) {
    writeCbz(join(library.root, `A/A ${number}.cbz`), 40);
  }
  const database = connect(library.database.name);
  const pages = Number(database.pragma('page_count', { simple: true }));
  database.pragma(`max_page_count = ${pages + 2}`);
  const failure = await runJob(
    { kind: 'scan', libraryId: library.id, mode: 'normal' },
    {
      database,
      thumbnailsDir: library.thumbnailsDir,
      coversDir: join(library.dir, 'covers'),
      archivesDir: join(library.dir, 'archives'),
      limits: defaultLimits,
      cancelled: () => false,
      paused: () => false,
      send: () => undefined,
    },
  ).catch((error: unknown) => error);
  database.close();
  expect(failure).toBeInstanceOf(JobError);
  expect((failure as Error).message).toMatch(/is full.*Make room/);
  // A slow machine can have written some of the books in transactions of their own.
  const kept = library.books();
  expect(kept).toEqual(expect.arrayContaining(before));
  expect((await library.scan()).progress.books_added).toBe(60 - kept.length);
});
