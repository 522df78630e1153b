import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ArchivePage } from '../../media/stored-page.ts';
import { listBooks } from '../../../shared/api/books.ts';
import {
  dismissDuplicates,
  duplicateGroupSchema,
  findDuplicates,
  listDuplicates,
  restoreDuplicates,
} from '../../../shared/api/duplicates.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { getTask } from '../../../shared/api/tasks.ts';
import type { JobMessage } from '../../jobs/jobs.ts';
import { contentHash } from '../../scanner/analysis/hash.ts';
import { createTestLibrary } from '../../testing/library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let libraryId: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-books-'));
  octavo = await startTestServer();
  await looksByItself(false);
});
afterEach(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const looksByItself = (value: boolean) =>
  octavo.api.call(updateSetting, {
    params: { key: 'duplicates.find_after_scan' },
    body: { value },
  });
const quietHours = async (from: number, until: number) => {
  for (const [name, hour] of Object.entries({ from, until })) {
    const key = `library.quiet_${name}`;
    await octavo.api.call(updateSetting, { params: { key }, body: { value: hour % 24 } });
  }
};
const pathOf = (name: string) => join(root, 'Saga', name);
const write = (name: string, shades: number[], prefix = '') =>
  writeCbz(
    pathOf(name),
    shades.map((shade, index) => ({
      name: `${prefix}${index + 1}.png`,
      data: pngPage(8, 12, shade),
    })),
  );
/** Writes equal files, because others are not read in full. */
const writeCopies = (library: string, count: number) => {
  const path = (number: number) => join(library, `Saga/Saga 0${number}.cbz`);
  writeCbz(path(1), 2);
  for (let number = 2; number <= count; number++) copyFileSync(path(1), path(number));
};
const create = async () => {
  const body = { name: 'Comics', path: root, scan_immediately: true };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
  await octavo.idle();
};
const rescan = async () => {
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
};
const find = async () => {
  const { task_id } = await octavo.api.call(findDuplicates, { body: undefined });
  await octavo.idle();
  return octavo.api.call(getTask, { params: { id: task_id } });
};
const groups = async (query: { match?: 'file' | 'content'; sort?: string } = {}) =>
  (await octavo.api.call(listDuplicates, { query })).data;
const filenames = (found: Awaited<ReturnType<typeof groups>>) =>
  found.map(({ match, books }) => [match, ...books.map(({ filename }) => filename).sort()]);

describe('duplicates', () => {
  test('are found after a scan that nobody asked to look for them', async () => {
    await looksByItself(true);
    const hour = new Date().getHours();
    await quietHours(hour + 2, hour + 3);
    write('Saga 01.cbz', [10, 20, 30]);
    copyFileSync(pathOf('Saga 01.cbz'), pathOf('Saga 02.cbz'));
    await create();
    expect(filenames(await groups())).toEqual([['content', 'Saga 01.cbz', 'Saga 02.cbz']]);
    const { data: books } = await octavo.api.call(listBooks, {});
    expect(books.map(({ file_hash }) => file_hash)).toEqual([null, null]);
    // Whole files are read in the quiet hours only, unless somebody asks.
    await quietHours(0, 0);
    write('Saga 03.cbz', [40, 50]);
    await rescan();
    expect(filenames(await groups())).toEqual([['file', 'Saga 01.cbz', 'Saga 02.cbz']]);
  });

  test('are the same files, and the same pages packed differently', async () => {
    write('Saga 01.cbz', [10, 20, 30]);
    copyFileSync(pathOf('Saga 01.cbz'), pathOf('Saga 02.cbz'));
    write('Saga 03.cbz', [40, 50]);
    write('Saga 04.cbz', [50, 40], 'other name ');
    write('Saga 05.cbz', [60]);
    await create();
    expect(await groups()).toEqual([]);
    expect(await find()).toMatchObject({ status: 'completed', progress: { current: 2, total: 2 } });

    const found = await groups({ sort: 'created_at,asc' });
    expect(filenames(found)).toEqual([
      ['file', 'Saga 01.cbz', 'Saga 02.cbz'],
      ['content', 'Saga 03.cbz', 'Saga 04.cbz'],
    ]);
    for (const group of found) {
      expect(duplicateGroupSchema.strict().parse(group)).toEqual(group);
    }
    const bytes = readFileSync(pathOf('Saga 01.cbz'));
    expect(found[0]).toMatchObject({
      hash: createHash('sha256').update(bytes).digest('hex'),
      book_count: 2,
      wasted_bytes: bytes.length,
    });
    expect(filenames(await groups({ match: 'content' }))).toHaveLength(1);
    const { data: books } = await octavo.api.call(listBooks, {});
    const hashed = books.filter(({ file_hash }) => file_hash !== null);
    expect(hashed.map(({ filename }) => filename).sort()).toEqual(['Saga 01.cbz', 'Saga 02.cbz']);
  });

  test('are gone as soon as a file is, or is another one', async () => {
    write('Saga 01.cbz', [10, 20]);
    copyFileSync(pathOf('Saga 01.cbz'), pathOf('Saga 02.cbz'));
    await create();
    await find();
    expect(await groups()).toHaveLength(1);
    write('Saga 02.cbz', [70, 80, 90]);
    await rescan();
    expect(await groups()).toEqual([]);
    await find();
    expect(await groups()).toEqual([]);
  });

  test('stay away once dismissed, until their members change', async () => {
    write('Saga 01.cbz', [10, 20]);
    copyFileSync(pathOf('Saga 01.cbz'), pathOf('Saga 02.cbz'));
    await create();
    await find();
    const [group] = await groups();
    const params = { id: group?.id ?? '' };
    await octavo.api.call(dismissDuplicates, { params });
    expect(await groups()).toEqual([]);
    await find();
    expect(await groups()).toEqual([]);
    await octavo.api.call(restoreDuplicates, { params });
    expect(await groups()).toEqual([group]);
    await octavo.api.call(dismissDuplicates, { params });

    copyFileSync(pathOf('Saga 01.cbz'), pathOf('Saga 03.cbz'));
    await rescan();
    await find();
    expect(filenames(await groups())).toEqual([
      ['file', 'Saga 01.cbz', 'Saga 02.cbz', 'Saga 03.cbz'],
    ]);
    for (const endpoint of [dismissDuplicates, restoreDuplicates]) {
      const unknown = octavo.api.call(endpoint, { params: { id: libraryId } });
      await expect(unknown).rejects.toMatchObject({ code: 'NotFound' });
    }
  });
});

/** Calls it with the first file that is read, whose title is in the message, and with others later. */
const whenReading = (work: () => void) => (message: JobMessage) => {
  if (message.type === 'hash_progress' && message.progress.message !== '') work();
};

test('the progress counts books also where no file needs to be read', async () => {
  write('Saga 01.cbz', [10, 20, 30]);
  write('Saga 02.cbz', [70, 80, 90, 100]);
  await create();
  expect((await find()).progress).toEqual({ current: 2, total: 2, message: '' });
});

describe('a library that is away', () => {
  const away = () => `${root} away`;
  afterEach(() => rmSync(away(), { recursive: true, force: true }));

  test('is left to a search when it is back, and the task says so', async () => {
    write('Saga 01.cbz', [10, 20, 30]);
    copyFileSync(pathOf('Saga 01.cbz'), pathOf('Saga 02.cbz'));
    await create();
    renameSync(root, away());
    const { status, error, progress } = await find();
    expect({ status, error }).toEqual({ status: 'completed', error: null });
    expect(progress.message).toMatch(/^2 books were left out, /);
    // Perceptual hashes from an earlier scan are still compared.
    expect(filenames(await groups())).toEqual([['content', 'Saga 01.cbz', 'Saga 02.cbz']]);
    // An empty mount point does not count as a library either.
    mkdirSync(root);
    expect((await find()).progress.message).toMatch(/^2 books were left out, /);
    rmSync(root, { recursive: true });
    renameSync(away(), root);
    expect((await find()).progress).toEqual({ current: 2, total: 2, message: '' });
    expect(filenames(await groups())).toEqual([['file', 'Saga 01.cbz', 'Saga 02.cbz']]);
  });

  test('is skipped once it is disconnected while its files are read, the others are not', async () => {
    const home = createTestLibrary();
    try {
      const other = home.addLibrary('other');
      writeCopies(home.root, 5);
      writeCopies(other.path, 2);
      await home.scan();
      await home.scan('normal', { id: other.id });
      await home.analyze();
      let isAway = false;
      const goAway = () => {
        if (isAway) return;
        isAway = true;
        renameSync(home.root, `${home.root} away`);
      };
      const { signal } = new AbortController();
      const onMessage = whenReading(goAway);
      const found = await home.executor.run({ kind: 'hash' }, { signal, onMessage });
      expect(found).toEqual({ hashed: 2, failed: 0, left_out: 5 });
      renameSync(`${home.root} away`, home.root);
      expect(await home.hash()).toEqual({ hashed: 5, failed: 0, left_out: 0 });
      const unread = 'SELECT count(*) FROM books WHERE file_hash IS NULL';
      expect(home.database.prepare(unread).pluck().get()).toBe(0);
    } finally {
      await home.close();
    }
  });
});

test('an interrupted search keeps its hashes and continues where it stopped', async () => {
  const home = createTestLibrary();
  try {
    writeCopies(home.root, 3);
    await home.scan();
    const abort = new AbortController();
    const hash = (signal: AbortSignal, onRead: () => void = () => undefined) =>
      home.executor.run({ kind: 'hash' }, { signal, onMessage: whenReading(onRead) });
    const broken = hash(abort.signal, () => setImmediate(() => abort.abort(new Error('Enough'))));
    await expect(broken).rejects.toThrow('Enough');
    const { hashed } = await hash(new AbortController().signal);
    expect(hashed).toBeGreaterThan(0);
    expect(hashed).toBeLessThan(3);
  } finally {
    await home.close();
  }
});

test('pages without checksums do not identify the content', () => {
  expect(contentHash([])).toBe('');
  const page = (crc32: number, file_size: number): ArchivePage => ({
    source: 'archive',
    filename: `${crc32}.png`,
    media_type: 'image/png',
    width: null,
    height: null,
    file_size,
    crc32,
  });
  expect(contentHash([page(0, 100)])).toBe('');
  const pages = [page(1, 100), page(2, 200)];
  expect(contentHash(pages)).toBe(contentHash(pages.toReversed()));
});
