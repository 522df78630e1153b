import {
  copyFileSync,
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { pngPage, writeCbz, zipBytes } from '../../testing/zip.ts';
import { JobError } from '../../jobs/jobs.ts';
import { moveTo } from '../../testing/rename.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

const pathOf = (path: string) => join(library.root, path);
const add = (path: string, pages = 2, comicInfo?: string) =>
  writeCbz(pathOf(path), pages, comicInfo);
const move = (oldPath: string, newPath: string) => moveTo(pathOf(oldPath), pathOf(newPath));
const bookAt = (path: string) => {
  const book = library.books().find((candidate) => candidate.path === path);
  if (!book) throw new Error(`No book at ${path}`);
  return book;
};
const present = () => library.books().filter((book) => book.missing_since === null);

const startReading = (path: string) => {
  const { id } = bookAt(path);
  library.startReading(id);
  return id;
};

describe('a first scan', () => {
  it('lists books by their names and ComicInfo', async () => {
    add('Alpha (2014)/Alpha 002 - Second.cbz', 3);
    add(
      'Alpha (2014)/Alpha 001.cbz',
      2,
      '<Title>First</Title><Publisher>House</Publisher><Writer>Ann, Bob</Writer>',
    );
    add('One Shot.cbz');
    const { progress, events } = await library.scan();
    expect(progress).toMatchObject({
      files_total: 3,
      files_processed: 3,
      series_found: 2,
      books_added: 3,
      error_count: 0,
    });
    expect(library.books()).toMatchObject([
      { title: 'First', number: 1, page_count: 2, series: 'Alpha', analyzed: 0 },
      { title: 'Second', number: 2, page_count: 3, series: 'Alpha' },
      { title: 'One Shot', number: null, series: 'One Shot' },
    ]);
    const series = library.database
      .prepare('SELECT * FROM series WHERE path = ?')
      .get('Alpha (2014)');
    expect(series).toMatchObject({ year: 2014, publisher: 'House', book_count: 2, page_count: 5 });
    expect(events.map(({ type }) => type).sort()).toEqual([
      'book_created',
      'book_created',
      'book_created',
      'library_updated',
      'series_created',
      'series_created',
      'series_updated',
      'series_updated',
    ]);
  });

  it('opens nothing and writes no book the second time', async () => {
    add('A/A 1.cbz');
    await library.scan();
    const before = library.books();
    const { progress, events } = await library.scan();
    expect(progress).toMatchObject({
      books_added: 0,
      books_updated: 0,
      books_removed: 0,
      series_found: 1,
    });
    expect(events.map(({ type }) => type)).toEqual(['library_updated']);
    expect(library.books()).toEqual(before);
  });

  it('passes over hidden files, junk, excluded folders and links in a circle', async () => {
    add('A/A 1.cbz');
    add('A/.hidden.cbz');
    add('@eaDir/x.cbz');
    add('Extras/y.cbz');
    symlinkSync(library.root, pathOf('A/loop'));
    library.database.prepare(`UPDATE libraries SET excluded_patterns = '["**/Extras/**"]'`).run();
    await library.scan();
    expect(library.books().map(({ path }) => path)).toEqual(['A/A 1.cbz']);
  });
});

describe('a file that moves', () => {
  const moves: [string, string, string][] = [
    ['is renamed', 'A/A 1.cbz', 'A/A 01 (2014).cbz'],
    ['moves to another folder', 'A/A 1.cbz', 'B/Sub/A 1.cbz'],
    ['moves into the root', 'A/A 1.cbz', 'A 1.cbz'],
    ['changes the case of its name only', 'A/A 1.cbz', 'A/a 1.CBZ'],
  ];

  it.each(moves)('keeps id and progress when it %s', async (_, oldPath, newPath) => {
    add(oldPath);
    add('A/A 2.cbz');
    await library.scan();
    const id = startReading(oldPath);
    move(oldPath, newPath);
    const { progress } = await library.scan();
    expect(bookAt(newPath)).toMatchObject({ id, missing_since: null });
    expect(library.pageReached(id)).toBe(2);
    expect(progress).toMatchObject({ books_added: 0, books_updated: 1, books_removed: 0 });
  });

  it('keeps ids when a whole folder is renamed, and forgets the empty series', async () => {
    add('Old/Old 1.cbz');
    add('Old/Old 2.cbz');
    await library.scan();
    const ids = library.books().map(({ id }) => id);
    renameSync(pathOf('Old'), pathOf('New'));
    const { events } = await library.scan();
    expect(library.books().map(({ id, series }) => [id, series])).toEqual(
      ids.map((id) => [id, 'New']),
    );
    expect(events.map(({ type }) => type)).not.toContain('series_deleted');
    expect(
      library.database.prepare('SELECT series_count, book_count FROM libraries').get(),
    ).toEqual({
      series_count: 1,
      book_count: 2,
    });
  });

  it('is recognised by its content where the inode is another', async () => {
    add('A/A 1.cbz');
    await library.scan();
    const { id } = bookAt('A/A 1.cbz');
    mkdirSync(pathOf('B'));
    copyFileSync(pathOf('A/A 1.cbz'), pathOf('B/B 1.cbz'));
    rmSync(pathOf('A/A 1.cbz'));
    await library.scan();
    expect(bookAt('B/B 1.cbz').id).toBe(id);
  });

  it('keeps both ids when two files swap their names', async () => {
    add('A/A 1.cbz', 2);
    add('A/A 2.cbz', 3);
    await library.scan();
    const [first, second] = [bookAt('A/A 1.cbz').id, bookAt('A/A 2.cbz').id];
    move('A/A 1.cbz', 'A/x.cbz');
    move('A/A 2.cbz', 'A/A 1.cbz');
    move('A/x.cbz', 'A/A 2.cbz');
    await library.scan();
    expect([bookAt('A/A 2.cbz').id, bookAt('A/A 1.cbz').id]).toEqual([first, second]);
  });

  it.each(['old library first', 'new library first'])(
    'keeps its id between libraries, %s',
    async (order) => {
      const other = library.addLibrary('other');
      add('A/A 1.cbz');
      add('A/A 2.cbz');
      await library.scan();
      const id = startReading('A/A 1.cbz');
      mkdirSync(join(other.path, 'A'));
      renameSync(pathOf('A/A 1.cbz'), join(other.path, 'A/A 1.cbz'));
      if (order === 'old library first') await library.scan();
      await library.scan('normal', { id: other.id });
      await library.scan();
      const moved = library.books().find((book) => book.id === id);
      expect(moved).toMatchObject({ missing_since: null, path: 'A/A 1.cbz' });
      expect(library.pageReached(id)).toBe(2);
      expect(library.books()).toHaveLength(2);
    },
  );

  it('gives a copy an id of its own', async () => {
    add('A/A 1.cbz');
    await library.scan();
    const { id } = bookAt('A/A 1.cbz');
    copyFileSync(pathOf('A/A 1.cbz'), pathOf('A/A 1 copy.cbz'));
    const { progress } = await library.scan();
    expect(progress.books_added).toBe(1);
    expect(bookAt('A/A 1.cbz').id).toBe(id);
    expect(bookAt('A/A 1 copy.cbz').id).not.toBe(id);
  });

  it('keeps its id when it is replaced, and is analysed again', async () => {
    add('A/A 1.cbz', 2);
    await library.scan();
    await library.analyze();
    const { id, analyzed } = bookAt('A/A 1.cbz');
    expect(analyzed).toBe(1);
    add('A/A 1.cbz', 5);
    utimesSync(pathOf('A/A 1.cbz'), new Date(), new Date(Date.now() + 5000));
    const { events } = await library.scan();
    expect(bookAt('A/A 1.cbz')).toMatchObject({ id, page_count: 5, analyzed: 0 });
    expect(events.map(({ type }) => type)).toContain('book_updated');
  });

  it('refreshes its series only for what it says of it', async () => {
    const info = '<Series>Alpha</Series><Publisher>House</Publisher>';
    add('A/A 1.cbz', 2, info);
    await library.scan();
    const seriesRow = () =>
      library.database
        .prepare('SELECT name, publisher, metadata_updated_at, date_updated FROM series')
        .get() as Record<string, string>;
    const before = seriesRow();
    const scanned = async () => (await library.scan()).events.map(({ type }) => type).sort();

    utimesSync(pathOf('A/A 1.cbz'), new Date(), new Date(Date.now() - 60_000));
    expect(await scanned()).toEqual(['library_updated']);
    expect(seriesRow()).toEqual(before);

    add('A/A 1.cbz', 2, `${info}<!-- other bytes -->`);
    expect(await scanned()).toEqual(['book_updated', 'library_updated', 'series_updated']);
    const renewed = seriesRow();
    expect(renewed).toEqual({ ...before, date_updated: renewed['date_updated'] });
    expect(renewed['date_updated'] ?? '').not.toBe(before['date_updated']);

    add('A/A 1.cbz', 2, info.replace('House', 'Other House'));
    expect(await scanned()).toEqual(['book_updated', 'library_updated', 'series_updated']);
    expect(seriesRow()).toMatchObject({ name: 'Alpha', publisher: 'Other House' });
  });

  it('leaves what a user edited', async () => {
    add('A/A 1.cbz');
    await library.scan();
    library.database.exec(`UPDATE books SET title = 'Mine', locked_fields = '["title"]'`);
    add('A/A 1.cbz', 4);
    utimesSync(pathOf('A/A 1.cbz'), new Date(), new Date(Date.now() + 5000));
    await library.scan();
    expect(bookAt('A/A 1.cbz')).toMatchObject({ title: 'Mine', page_count: 4 });
  });
});

describe('files that are not there', () => {
  it('marks a deleted book missing and restores it with its progress', async () => {
    add('A/A 1.cbz');
    add('A/A 2.cbz');
    await library.scan();
    const id = startReading('A/A 1.cbz');
    move('A/A 1.cbz', '../away.cbz');
    const { progress, events } = await library.scan();
    expect(progress.books_removed).toBe(1);
    expect(events.map(({ type }) => type)).toContain('book_deleted');
    expect(present()).toHaveLength(1);
    move('../away.cbz', 'A/A 1.cbz');
    await library.scan();
    expect(bookAt('A/A 1.cbz')).toMatchObject({ id, missing_since: null });
    expect(library.pageReached(id)).toBe(2);
  });

  it.each([
    ['is gone', () => rmSync(library.root, { recursive: true }), /was not found/],
    [
      'is empty',
      () => rmSync(pathOf('A'), { recursive: true }),
      /is empty, but the library has 2 books/,
    ],
    [
      'is a file',
      () => {
        rmSync(library.root, { recursive: true });
        writeFileSync(library.root, '');
      },
      /is a file, not a folder/,
    ],
  ])('changes nothing and says so when the root %s', async (_, breakIt, sentence) => {
    add('A/A 1.cbz');
    add('A/A 2.cbz');
    await library.scan();
    const before = library.books();
    breakIt();
    const failure = await library.scan().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JobError);
    expect((failure as Error).message).toMatch(sentence);
    expect(library.books()).toEqual(before);
    expect(library.database.prepare('SELECT available FROM libraries').pluck().get()).toBe(0);
  });

  it('asks before all books are missing, however few they are', async () => {
    add('A/A 1.cbz');
    await library.scan();
    rmSync(pathOf('A'), { recursive: true });
    writeFileSync(pathOf('notes.txt'), 'not empty');
    await expect(library.scan()).rejects.toThrow(/1 of 1 books were not found/);
    expect(present()).toHaveLength(1);
    rmSync(pathOf('notes.txt'));
    await expect(library.scan()).rejects.toThrow(/is empty.*confirm/);
    await library.scan('normal', { confirmMissing: true });
    expect(present()).toEqual([]);
  });

  it('asks when books are missing and the folder is on another drive', async () => {
    for (let index = 1; index <= 5; index++) add(`A/A ${index}.cbz`, 1);
    await library.scan();
    library.database.exec(`UPDATE libraries SET volume = 'another'`);
    rmSync(pathOf('A/A 1.cbz'));
    await expect(library.scan()).rejects.toThrow(/1 of 5 .* another drive/);
    await expect(library.scan()).rejects.toThrow(/another drive/);
    expect(present()).toHaveLength(5);
    add('A/A 1.cbz', 1);
    await library.scan();
    rmSync(pathOf('A/A 1.cbz'));
    await library.scan();
    expect(present()).toHaveLength(4);
  });

  it('marks nothing missing when a large part of the library vanished, until a person confirms it', async () => {
    for (let index = 1; index <= 60; index++) add(`${index <= 30 ? 'A' : 'B'}/X ${index}.cbz`, 1);
    await library.scan();
    rmSync(pathOf('A'), { recursive: true });
    await expect(library.scan()).rejects.toThrow(/30 of 60 books were not found/);
    await expect(library.scan('deep')).rejects.toThrow(/30 of 60 books were not found/);
    expect(present()).toHaveLength(60);
    await library.scan('normal', { confirmMissing: true });
    expect(present()).toHaveLength(30);
  });
});

describe('series strategies', () => {
  it.each([
    ['flat', ['Alpha', 'Alpha', 'Beta']],
    ['publisher', ['2000', 'Alpha', 'Alpha']],
    ['nested', ['House', 'House', 'House']],
  ])('%s groups', async (strategy, expected) => {
    const { id, path } = library.addLibrary('strategy', undefined, strategy);
    writeCbz(join(path, 'House/Alpha/Alpha 1.cbz'), 1);
    writeCbz(join(path, 'House/Alpha/Alpha 2.cbz'), 1);
    writeCbz(join(path, 'House/2000/Beta 3.cbz'), 1);
    await library.scan('normal', { id });
    expect(
      library
        .books()
        .map(({ series }) => series)
        .sort(),
    ).toEqual(expected);
  });

  it('names a folder of specials after its parent folder', async () => {
    add('Alpha (2014)/Specials/Art.cbz');
    await library.scan();
    expect(bookAt('Alpha (2014)/Specials/Art.cbz').series).toBe('Alpha - Specials');
  });

  it('regroups by any strategy without opening a file', async () => {
    const files = ['House/Alpha/Alpha 1.cbz', 'House/Alpha/Odd 2.cbz', 'Alone 3.cbz'];
    add(files[0] ?? '');
    add(files[1] ?? '', 2, '<Series>Named</Series>');
    add(files[2] ?? '', 2, '<Series>Named</Series>');
    const date = new Date(2020, 0);
    for (const file of files) utimesSync(pathOf(file), date, date);
    await library.scan();
    const known = library.books().map(({ id, path }) => [id, path]);
    for (const file of files) {
      writeFileSync(pathOf(file), Buffer.alloc(statSync(pathOf(file)).size));
      utimesSync(pathOf(file), date, date);
    }
    const groups: Record<string, string[]> = {};
    for (const strategy of ['flat', 'publisher', 'nested', 'flat', 'folder']) {
      library.database.prepare('UPDATE libraries SET series_strategy = ?').run(strategy);
      await library.scan();
      groups[strategy] = library.database
        .prepare<[], string>(
          'SELECT s.path FROM books b JOIN series s ON s.pk = b.series_pk ORDER BY b.path',
        )
        .pluck()
        .all();
      expect(library.books().map(({ id, path }) => [id, path])).toEqual(known);
      expect(library.books().every(({ error }) => error === null)).toBe(true);
    }
    expect(groups).toEqual({
      flat: ['Named', 'Alpha', 'Named'],
      publisher: ['Alone 3.cbz', 'House/Alpha', 'House/Alpha'],
      nested: ['Alone 3.cbz', 'House', 'House'],
      folder: ['Alone 3.cbz', 'House/Alpha', 'House/Alpha'],
    });
  });

  it('regroups without new ids when the strategy changes', async () => {
    add('House/Alpha/Alpha 1.cbz');
    await library.scan();
    const { id } = bookAt('House/Alpha/Alpha 1.cbz');
    library.database.exec(`UPDATE libraries SET series_strategy = 'nested'`);
    await library.scan();
    expect(bookAt('House/Alpha/Alpha 1.cbz')).toMatchObject({ id, series: 'House' });
  });
});

describe('analysis', () => {
  it('reads types and sizes from the content and makes a cover', async () => {
    writeCbz(pathOf('A/A 1.cbz'), [
      { name: '1.jpg', data: pngPage(30, 40), deflate: true },
      { name: '2.png', data: 'no image' },
    ]);
    await library.scan();
    expect(await library.analyze()).toEqual({ analyzed: 1, failed: 0 });
    const { pk, analyzed } = bookAt('A/A 1.cbz');
    expect(analyzed).toBe(1);
    expect(library.pages(pk)).toMatchObject([
      { filename: '1.jpg', media_type: 'image/png', width: 30, height: 40 },
      { filename: '2.png', width: null, error: expect.stringMatching(/not an image/) as string },
    ]);
    expect(await library.analyze()).toEqual({ analyzed: 0, failed: 0 });
  });

  it('lists a book without a single page that can be shown with a sentence', async () => {
    writeCbz(pathOf('A/A 1.cbz'), [{ name: '1.jpg', data: 'no image' }]);
    await library.scan();
    expect(await library.analyze()).toEqual({ analyzed: 0, failed: 1 });
    expect(bookAt('A/A 1.cbz').error).toMatch(/No page can be shown/);
  });

  it('reads a book again when it is forced', async () => {
    add('A/A 1.cbz');
    await library.scan();
    await library.analyze();
    expect(await library.analyze(true)).toEqual({ analyzed: 1, failed: 0 });
  });
});

it('a deep scan finds a page whose content was damaged in place', async () => {
  add('A/A 1.cbz');
  await library.scan();
  const bytes = zipBytes([
    { name: '1.png', data: pngPage() },
    { name: '2.png', data: pngPage() },
  ]);
  bytes.fill(0, 80, 90);
  writeFileSync(pathOf('A/A 1.cbz'), bytes);
  const { progress } = await library.scan('deep');
  expect(progress.error_count).toBe(0);
  const [first, second] = library.pages(bookAt('A/A 1.cbz').pk);
  expect(first).toHaveProperty('error', expect.stringMatching(/damaged/));
  expect(second).not.toHaveProperty('error');
});

it('stops between two files when it is cancelled', async () => {
  add('A/A 1.cbz');
  const controller = new AbortController();
  controller.abort(new Error('Enough'));
  await expect(library.scan('normal', { signal: controller.signal })).rejects.toThrow('Enough');
  expect(library.books()).toEqual([]);
});

describe('fixtures', () => {
  const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');

  it('lists every broken file with a sentence and completes', async () => {
    const { id } = library.addLibrary('faults', join(fixtures, 'faults'));
    const { progress } = await library.scan('deep', { id });
    expect(progress.files_processed).toBe(progress.files_total);
    await library.analyze();
    const books = library.books();
    expect(books).toHaveLength(progress.files_total);
    for (const { path, error, page_count: pages } of books) {
      expect(error === null ? pages > 0 : /^[A-Z7].*\.$/.test(error), `${path}: ${error}`).toBe(
        true,
      );
    }
    const broken = books.filter(
      ({ path }) =>
        /7z-truncated|html-error|zero-byte|encrypted|incons-eocd/.test(path) &&
        !path.includes('opens without password'),
    );
    expect(broken.filter(({ error }) => error === null)).toEqual([]);
  });

  it('scans the library of good books', async () => {
    const { id } = library.addLibrary('good', join(fixtures, 'library'));
    await library.scan('normal', { id });
    await library.analyze();
    const comics = library.books().filter(({ path }) => path.endsWith('.cbz'));
    expect(comics.length).toBeGreaterThan(5);
    for (const book of comics) {
      expect(book).toMatchObject({ error: null, analyzed: 1 });
      for (const page of library.pages(book.pk)) expect(page.width).toBeGreaterThan(0);
    }
  });
});

it('scans in a thread', async () => {
  const threaded = createTestLibrary({ kind: 'thread' });
  try {
    cpSync(
      join(import.meta.dirname, '../../../../shared/fixtures/library/Comics/Pepper & Carrot'),
      join(threaded.root, 'Pepper & Carrot'),
      { recursive: true },
    );
    const { progress } = await threaded.scan();
    expect(progress).toMatchObject({ books_added: 3, error_count: 0 });
    expect(await threaded.analyze()).toEqual({ analyzed: 3, failed: 0 });
    rmSync(threaded.root, { recursive: true });
    await expect(threaded.scan()).rejects.toThrow(JobError);
  } finally {
    await threaded.close();
  }
});
