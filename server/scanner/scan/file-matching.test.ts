import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';
import { booksWithoutFile, type KnownBook } from './file-matching.ts';
import { findPathVariants } from './path-variants.ts';
import type { WalkedFile } from './walked-file.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

const pathOf = (path: string) => join(library.root, path);
const add = (path: string, pages = 2) => writeCbz(pathOf(path), pages);
const writeFolder = (path: string, pages: number) => {
  mkdirSync(pathOf(path), { recursive: true });
  for (let page = 1; page <= pages; page += 1)
    writeFileSync(pathOf(`${path}/${page}.png`), pngPage(20, 30, page));
};
const move = (source: string, target: string) => {
  mkdirSync(dirname(pathOf(target)), { recursive: true });
  renameSync(pathOf(source), pathOf(target));
};
/** Another inode and time: what arrives from another drive. Windows would keep the time of what is copied. */
const moveAsCopy = (source: string, target: string) => {
  mkdirSync(dirname(pathOf(target)), { recursive: true });
  writeFileSync(pathOf(target), readFileSync(pathOf(source)));
  rmSync(pathOf(source));
};
/** Does not wait for files that may still be written, such as those with a wrong ending. */
const scanNow = () => library.scan('normal', { quietMs: 0 });
const bookAt = (path: string) => {
  const book = library.books().find((candidate) => candidate.path === path);
  if (!book) throw new Error(`No book at ${path}`);
  return book;
};
const startReading = (path: string) => {
  const { id } = bookAt(path);
  library.startReading(id);
  return id;
};
const expectRead = (path: string, id: string) => {
  expect(bookAt(path)).toMatchObject({ id, missing_since: null });
  expect(library.pageReached(id)).toBe(2);
};
const expectNew = (path: string, oldIds: string[]) => {
  const { id } = bookAt(path);
  expect(oldIds).not.toContain(id);
  expect(library.pageReached(id)).toBeUndefined();
};

describe('a book keeps id and progress when', () => {
  it('it is deleted, and months later put into another library', async () => {
    const other = library.addLibrary('other');
    add('A/A 1.cbz');
    add('A/A 2.cbz');
    await library.scan();
    const id = startReading('A/A 1.cbz');
    move('A/A 1.cbz', '../kept.cbz');
    await library.scan();
    expect(bookAt('A/A 1.cbz').missing_since).not.toBeNull();
    moveAsCopy('../kept.cbz', '../other/B/B 7.cbz');
    await library.scan('normal', { id: other.id });
    expectRead('B/B 7.cbz', id);
  });

  it('its folder comes back from another drive under another name', async () => {
    for (let number = 1; number <= 3; number++) add(`Old/Old ${number}.cbz`, number);
    add('Other/Other 1.cbz');
    await library.scan();
    const ids = [1, 2, 3].map((number) => startReading(`Old/Old ${number}.cbz`));
    cpSync(pathOf('Old'), pathOf('New'), { recursive: true });
    rmSync(pathOf('Old'), { recursive: true });
    await library.scan();
    for (const [index, id] of ids.entries()) expectRead(`New/Old ${index + 1}.cbz`, id);
  });

  it('it has an equal twin, and one of the two moves', async () => {
    add('A/A 1.cbz');
    copyFileSync(pathOf('A/A 1.cbz'), pathOf('A/twin.cbz'));
    await library.scan();
    const [first, twin] = [startReading('A/A 1.cbz'), bookAt('A/twin.cbz').id];
    move('A/A 1.cbz', 'B/B 1.cbz');
    await library.scan();
    expectRead('B/B 1.cbz', first);
    expect(bookAt('A/twin.cbz').id).toBe(twin);
  });

  it('a twin of it is gone for long and it moves', async () => {
    add('A/A 1.cbz');
    add('A/A 3.cbz');
    copyFileSync(pathOf('A/A 1.cbz'), pathOf('A/twin.cbz'));
    await library.scan();
    rmSync(pathOf('A/twin.cbz'));
    await library.scan();
    const id = startReading('A/A 1.cbz');
    move('A/A 1.cbz', 'B/B 1.cbz');
    await library.scan();
    expectRead('B/B 1.cbz', id);
  });

  it('it is renumbered, and a new one takes its number', async () => {
    add('A/A 1.cbz');
    add('A/A 2.cbz', 3);
    await library.scan();
    const ids = [startReading('A/A 1.cbz'), startReading('A/A 2.cbz')];
    move('A/A 2.cbz', 'A/A 3.cbz');
    move('A/A 1.cbz', 'A/A 2.cbz');
    add('A/A 1.cbz', 4);
    const { progress } = await library.scan();
    expect(progress.errors).toEqual([]);
    for (const [index, id] of ids.entries()) expectRead(`A/A ${index + 2}.cbz`, id);
    expectNew('A/A 1.cbz', ids);
  });

  it('it moves as a copy, and the file of another takes its place', async () => {
    add('A/A 1.cbz');
    add('A/A 2.cbz', 3);
    await library.scan();
    const ids = [startReading('A/A 1.cbz'), startReading('A/A 2.cbz')];
    moveAsCopy('A/A 1.cbz', 'B/B 1.cbz');
    move('A/A 2.cbz', 'A/A 1.cbz');
    await library.scan();
    expectRead('B/B 1.cbz', ids[0] ?? '');
    expectRead('A/A 1.cbz', ids[1] ?? '');
  });

  it('it returns to its place, though an equal one is gone as well', async () => {
    add('A/A 1.cbz');
    add('A/A 3.cbz');
    copyFileSync(pathOf('A/A 1.cbz'), pathOf('A/twin.cbz'));
    copyFileSync(pathOf('A/A 1.cbz'), pathOf('../kept.cbz'));
    await library.scan();
    const id = startReading('A/twin.cbz');
    rmSync(pathOf('A/A 1.cbz'));
    rmSync(pathOf('A/twin.cbz'));
    await library.scan();
    moveAsCopy('../kept.cbz', 'A/twin.cbz');
    await library.scan();
    expectRead('A/twin.cbz', id);
  });

  it('its name is written with decomposed letters now, even if it was replaced meanwhile', async () => {
    add('Astérix/Astérix 1.cbz');
    await library.scan();
    const id = startReading('Astérix/Astérix 1.cbz');
    rmSync(pathOf('Astérix'), { recursive: true });
    const decomposed = 'Astérix/Astérix 1.cbz'.normalize('NFD');
    add(decomposed, 4);
    const { progress } = await library.scan();
    expect(progress).toMatchObject({ books_added: 0, books_updated: 1, books_removed: 0 });
    expectRead(decomposed, id);
    expect((await library.scan()).progress.books_updated).toBe(0);
  });

  it('another program converts it, at once or while it is missing', async () => {
    add('A/A 1.cbr', 3);
    add('A/A 2.cbr', 4);
    writeFolder('A/A v3.5', 4);
    await scanNow();
    const ids = ['A/A 1.cbr', 'A/A 2.cbr', 'A/A v3.5'].map(startReading);
    for (const path of ['A/A 1.cbr', 'A/A v3.5']) rmSync(pathOf(path), { recursive: true });
    add('A/A 1.cbz', 5);
    add('A/A v3.5.cbz', 4);
    const { progress } = await scanNow();
    expect(progress).toMatchObject({ books_added: 0, books_updated: 2, books_removed: 0 });
    rmSync(pathOf('A/A 2.cbr'));
    await scanNow();
    add('A/A 2.cbz', 6);
    await scanNow();
    for (const [index, path] of ['A/A 1.cbz', 'A/A 2.cbz', 'A/A v3.5.cbz'].entries())
      expect(bookAt(path)).toMatchObject({ id: ids[index], missing_since: null });
    expect(library.books()).toHaveLength(3);
  });

  it('another program converts it, and a scan sees both files in between', async () => {
    for (const number of [1, 2, 3]) add(`A/A ${number}.cbr`, number + 2);
    await scanNow();
    const ids = ['A/A 1.cbr', 'A/A 2.cbr'].map(startReading);
    for (const number of [1, 2, 3]) add(`A/A ${number}.cbz`, number + 6);
    await scanNow();
    expect(library.books()).toHaveLength(6);
    const read = startReading('A/A 2.cbz');
    for (const number of [1, 2, 3]) rmSync(pathOf(`A/A ${number}.cbr`));
    const { progress } = await library.scan('normal', { quietMs: 0, confirmMissing: true });
    expect(progress).toMatchObject({ books_added: 0, books_updated: 1, books_removed: 2 });
    expectRead('A/A 1.cbz', ids[0] ?? '');
    // Somebody has read both, or neither.
    expect(bookAt('A/A 2.cbz')).toMatchObject({ id: read, missing_since: null });
    for (const path of ['A/A 2.cbr', 'A/A 3.cbr'])
      expect(bookAt(path).missing_since).not.toBeNull();
    expect(library.books()).toHaveLength(5);
  });

  it('the hash of its whole file distinguishes it from others that are gone too', async () => {
    // Equal ends and length: only the hash covers the middle.
    const edge = Buffer.alloc(64 * 1024, 1);
    const bytes = (middle: number) => Buffer.concat([edge, Buffer.alloc(1000, middle), edge]);
    for (const number of [1, 2]) {
      mkdirSync(pathOf('A'), { recursive: true });
      writeFileSync(pathOf(`A/A ${number}.cbr`), bytes(number));
    }
    add('B/B 1.cbz');
    await library.scan('normal', { quietMs: 0 });
    await library.hash();
    const id = startReading('A/A 2.cbr');
    rmSync(pathOf('A'), { recursive: true });
    await library.scan();
    mkdirSync(pathOf('C'));
    writeFileSync(pathOf('C/C 9.cbr'), bytes(2));
    await library.scan('normal', { quietMs: 0 });
    expectRead('C/C 9.cbr', id);
  });
});

describe('a file is a new book when', () => {
  it('several books that are gone had its content', async () => {
    add('A/A 1.cbz');
    add('A/A 3.cbz');
    copyFileSync(pathOf('A/A 1.cbz'), pathOf('A/twin.cbz'));
    await library.scan();
    const ids = [startReading('A/A 1.cbz'), startReading('A/twin.cbz')];
    moveAsCopy('A/A 1.cbz', '../kept.cbz');
    rmSync(pathOf('A/twin.cbz'));
    await library.scan();
    moveAsCopy('../kept.cbz', 'B/B 1.cbz');
    await library.scan();
    expectNew('B/B 1.cbz', ids);
  });

  it('it moved and was changed at the same time', async () => {
    add('A/A 1.cbz');
    add('A/A 2.cbz');
    await library.scan();
    const id = startReading('A/A 1.cbz');
    rmSync(pathOf('A/A 1.cbz'));
    writeCbz(
      pathOf('A/A 1 (2014).cbz'),
      [{ name: '1.png', data: pngPage(9, 9) }],
      '<Title>Tag</Title>',
    );
    await library.scan();
    expectNew('A/A 1 (2014).cbz', [id]);
    expect(bookAt('A/A 1.cbz').missing_since).not.toBeNull();
  });

  it('it has the name of one that moved, is still there, or has two successors', async () => {
    for (const number of [1, 2, 3]) add(`A/A ${number}.cbr`, number + 1);
    await scanNow();
    const ids = ['A/A 1.cbr', 'A/A 2.cbr', 'A/A 3.cbr'].map(startReading);
    moveAsCopy('A/A 1.cbr', 'B/A 1.cbr');
    rmSync(pathOf('A/A 3.cbr'));
    for (const path of ['A/A 1.cbz', 'A/A 2.cbz', 'A/A 3.cbz', 'A/A 3.cbt']) add(path, 9);
    await scanNow();
    expectRead('B/A 1.cbr', ids[0] ?? '');
    expectRead('A/A 2.cbr', ids[1] ?? '');
    for (const path of ['A/A 1.cbz', 'A/A 2.cbz', 'A/A 3.cbz', 'A/A 3.cbt']) expectNew(path, ids);
  });

  it.skipIf(leftOutOnWindows('its drives do not'))(
    'its name differs in case, on a case-sensitive drive',
    async () => {
      add('A/A 1.cbz');
      add('A/A 2.cbz');
      await library.scan();
      const id = startReading('A/A 1.cbz');
      rmSync(pathOf('A/A 1.cbz'));
      add('A/a 1.cbz', 5);
      await library.scan();
      expectNew('A/a 1.cbz', [id]);
    },
  );

  it('it is a copy in another library', async () => {
    const other = library.addLibrary('other');
    add('A/A 1.cbz');
    await library.scan();
    const id = startReading('A/A 1.cbz');
    cpSync(library.root, other.path, { recursive: true, preserveTimestamps: true });
    await library.scan('normal', { id: other.id });
    expect(new Set(library.books().map((book) => book.id)).size).toBe(2);
    expect(library.pageReached(id)).toBe(2);
  });
});

describe('on a drive that takes names in any case for the same', () => {
  const book = (path: string) => ({ path }) as KnownBook;
  const respelled = (known: string[], found: string[]) => {
    const files = found.map((path) => ({ path }) as WalkedFile);
    const books = new Map(known.map((path) => [path, book(path)]));
    const homeless = booksWithoutFile(books, files);
    const pairs = findPathVariants('/', { known: books, homeless, files }, (path) =>
      path.toLowerCase(),
    );
    return [...pairs].map(([path, { path: old }]) => [old, path]);
  };

  it('knows a book by its new spelling, and none where two could be meant', () => {
    expect(respelled(['A/B.cbz'], ['a/b.CBZ'])).toEqual([['A/B.cbz', 'a/b.CBZ']]);
    expect(respelled(['A/Bé.cbz'], ['a/bÉ.cbz'.normalize('NFD')])).toHaveLength(1);
    expect(respelled(['Straße/ß.cbz'], ['STRAßE/ß.CBZ'])).toHaveLength(1);
    expect(respelled(['A/B.cbz'], ['A/C.cbz'])).toEqual([]);
    expect(respelled(['A/B.cbz', 'a/b.cbz'], ['A/b.cbz'])).toEqual([]);
    expect(respelled(['A/B.cbz'], ['A/b.cbz', 'a/B.cbz'])).toEqual([]);
  });
});

it.skipIf(leftOutOnWindows('its names are no bytes'))(
  'marks books missing beside a folder whose name cannot be read',
  async () => {
    add('A/A 1.cbz');
    add('A/A 2.cbz');
    await library.scan();
    const name = Buffer.concat([Buffer.from(`${library.root}/B`), Buffer.from([0xff])]);
    mkdirSync(name);
    writeFileSync(Buffer.concat([name, Buffer.from('/B 1.cbz')]), 'x');
    rmSync(pathOf('A/A 1.cbz'));
    const { progress } = await library.scan();
    expect(progress).toMatchObject({ books_removed: 1, error_count: 1 });
    expect(progress.errors[0]?.message).toBe('Its name is not valid UTF-8. Rename it.');
  },
);

it('leaves out a file that nobody wants when its name is written with decomposed letters', async () => {
  add('A/Astérix 1.cbz'.normalize('NFD'));
  library.database
    .prepare('INSERT INTO ignored_files SELECT pk, ? FROM libraries')
    .run('A/Astérix 1.cbz');
  expect((await library.scan()).progress.books_added).toBe(0);
});
