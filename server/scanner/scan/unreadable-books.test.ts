import { chownSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { defaultScanRules } from '../../../shared/api/scan-rules.ts';
import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';
import { defaultLimits } from '../../media/limits.ts';
import { createPageSource } from '../../media/pages/page-source.ts';
import { createBookReader } from './book-reader.ts';
import { statAgain } from './walk.ts';
import { makeUnreadable, withoutRights } from '../../testing/unreadable-file.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

/** Runs without root's permissions, if the tests run as root. */
const asStranger = async <T>(work: () => Promise<T>): Promise<T> => {
  if (process.geteuid?.() === 0) {
    library.database.pragma('wal_checkpoint');
    const names = readdirSync(library.dir, { recursive: true, encoding: 'utf8' });
    for (const name of ['', ...names]) chownSync(join(library.dir, name), 65_534, 65_534);
  }
  return withoutRights(work);
};
const pathOf = (name: string) => join(library.root, 'A', name);
/** The reader's data for each book. */
const state = () =>
  library.books().map((book) => ({
    path: book.path,
    title: book.title,
    page_count: book.page_count,
    error: book.error,
    pages: library.pages(book.pk).length,
  }));

it('keeps a book that a Mac has moved to iCloud, and says where it is', async () => {
  for (const number of [1, 2]) writeCbz(pathOf(`A ${number}.cbz`), 2);
  await library.scan();
  renameSync(pathOf('A 1.cbz'), pathOf('.A 1.cbz.icloud'));
  const { errors } = (await library.scan()).progress;
  expect(errors).toMatchObject([
    { path: 'A/A 1.cbz', message: expect.stringContaining('iCloud only') as string },
  ]);
  expect(library.books().map(({ missing_since }) => missing_since)).toEqual([null, null]);
});

describe('a file out of reach', () => {
  beforeEach(async () => {
    for (const number of [1, 2, 3]) {
      const title = `<Title>Title ${number}</Title>`;
      writeCbz(pathOf(`A ${number}.cbz`), [{ name: '1.png', data: pngPage(9, 9, number) }], title);
    }
    await library.scan();
    await library.analyze();
  });

  it('keeps all that is known of it in a deep scan, which says how many were not checked', async () => {
    const before = state();
    const restores = [1, 3].map((number) => makeUnreadable(pathOf(`A ${number}.cbz`)));
    const { progress } = await asStranger(() => library.scan('deep'));
    expect(state()).toEqual(before);
    expect(progress.error_count).toBe(2);
    expect(progress.errors.map(({ path }) => path)).toEqual(['A/A 1.cbz', 'A/A 3.cbz']);
    for (const { message } of progress.errors) expect(message).toMatch(/was not checked/);
    for (const restore of restores) restore();
    expect((await library.scan('deep')).progress.error_count).toBe(0);
  });

  it('keeps it when it will be analysed again', async () => {
    const before = state();
    const restore = makeUnreadable(pathOf('A 1.cbz'));
    await asStranger(() => library.analyze(true));
    expect(state()).toEqual(before);
    restore();
  });

  it('has the error of what was put in its place', async () => {
    writeCbz(pathOf('A 1.cbz'), 4);
    const restore = makeUnreadable(pathOf('A 1.cbz'));
    const { progress } = await asStranger(() => library.scan('normal', { quietMs: 0 }));
    const sentence = /does not have permission to read|cannot be read \(EBUSY\)/;
    expect(progress.errors[0]?.message).toMatch(sentence);
    expect(state()[0]).toMatchObject({ error: expect.stringMatching(sentence) as string });
    restore();
  });
});

it('is not damaged when its drive is disconnected while its pages are checked', async () => {
  mkdirSync(pathOf('Loose'), { recursive: true });
  for (const page of [1, 2, 3]) writeFileSync(pathOf(`Loose/${page}.png`), pngPage(9, 9, page));
  const { root } = library;
  const source = createPageSource();
  const read = createBookReader(
    { path: root, series_strategy: 'folder', scan_rules: defaultScanRules },
    {
      deep: true,
      limits: defaultLimits,
      pdf: { list: () => Promise.reject(new Error('No PDF')) },
      pages: {
        ...source,
        read: (...page) => {
          if (page[1].filename === '2.png') renameSync(root, `${root} away`);
          return source.read(...page);
        },
      },
    },
  );
  const file = statAgain(root, 'A/Loose', true);
  if (!file) throw new Error('The folder is not there');
  await expect(read(file)).rejects.toMatchObject({ reason: 'unavailable' });
  renameSync(`${root} away`, root);
  await source.close();
});
