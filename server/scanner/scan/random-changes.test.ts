import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { createTestLibrary } from '../../testing/library.ts';
import { createRandom } from '../../testing/random.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

const folders = ['A/', 'a/', 'B/', 'D/', 'D/E/', ''];
const names = ['V 1', 'V 2', 'v 1', 'X 003', 'Y'];
const page = { name: '1.png', data: pngPage() };

/**
 * A folder that is changed at random. `contents` are the titles of its books by path, `copied` those
 * that several files have or had.
 */
const createRandomFolder = (root: string, seed: number) => {
  const { pick } = createRandom(seed);
  const contents = new Map<string, string>();
  const copied = new Set<string>();
  const aside = new Map<string, string>();
  let written = 0;
  const pathOf = (path: string) => join(root, path);
  const anyPath = () => `${pick(folders)}${pick(names)}.cbz`;
  const anyBook = () => pick([...contents.keys()]);
  /** Each file gets a time of its own, because several can be written in the same millisecond. */
  const stamp = (path: string) => utimesSync(pathOf(path), 1e9 + ++written, 1e9 + written);
  const write = (path: string) => {
    const title = `Title ${String(written).padStart(4, '0')}`;
    writeCbz(pathOf(path), [page], `<Title>${title}</Title>`);
    stamp(path);
    contents.set(path, title);
  };
  const rename = (source: string, target: string) => {
    mkdirSync(dirname(pathOf(target)), { recursive: true });
    renameSync(pathOf(source), pathOf(target));
    contents.set(target, contents.get(source) ?? '');
    if (source !== target) contents.delete(source);
  };
  const changes = {
    write: () => write(anyPath()),
    replace: () => write(anyBook()),
    rename: () => rename(anyBook(), anyPath()),
    copy: () => {
      const [source, target] = [anyBook(), anyPath()];
      if (source === target) return;
      mkdirSync(dirname(pathOf(target)), { recursive: true });
      copyFileSync(pathOf(source), pathOf(target));
      stamp(target);
      const title = contents.get(source) ?? '';
      copied.add(title);
      contents.set(target, title);
    },
    swap: () => {
      const [first, second] = [anyBook(), anyBook()];
      if (first === second) return;
      rename(first, 'swapped.cbz');
      rename(second, first);
      rename('swapped.cbz', second);
    },
    setAside: () => {
      const path = anyBook();
      const kept = `../${aside.size}-${written}.kept`;
      aside.set(kept, contents.get(path) ?? '');
      rename(path, kept);
      contents.delete(kept);
    },
    restore: () => {
      const [kept] = aside.keys();
      if (kept === undefined) return;
      contents.set(kept, aside.get(kept) ?? '');
      aside.delete(kept);
      rename(kept, anyPath());
    },
    renameFolder: () => {
      const [source, target] = [pick(['A', 'a', 'B', 'D/E']), pick(['A', 'C', 'D/N'])];
      if (!existsSync(pathOf(source)) || existsSync(pathOf(target))) return;
      mkdirSync(dirname(pathOf(target)), { recursive: true });
      renameSync(pathOf(source), pathOf(target));
      for (const [path, title] of [...contents]) {
        if (!path.startsWith(`${source}/`)) continue;
        contents.delete(path);
        contents.set(target + path.slice(source.length), title);
      }
    },
    remove: () => {
      const path = anyBook();
      rmSync(pathOf(path));
      contents.delete(path);
    },
  };
  for (let count = 0; count < 10; count += 1) write(anyPath());
  return {
    contents,
    copied,
    change: (): string => {
      const name = contents.size < 4 ? 'write' : pick(Object.keys(changes));
      changes[name as keyof typeof changes]();
      return name;
    },
  };
};

// Names that differ in case only are the same file elsewhere.
test.runIf(process.platform === 'linux').each([2, 15, 21])(
  'after any changes of files, the books are those on the disk, each with its id (%i)',
  async (seed) => {
    const library = createTestLibrary();
    const { contents, copied, change } = createRandomFolder(library.root, seed);
    const { below } = createRandom(seed);
    const scan = () => library.scan('normal', { confirmMissing: true, quietMs: 0 });
    const ids = new Map<string, string>();
    try {
      for (let round = 0; round < 8; round += 1) {
        const done = round === 0 ? [] : Array.from({ length: 1 + below(6) }, change);
        const story = `${round}: ${done.join(', ')}`;
        expect((await scan()).progress.errors, story).toEqual([]);
        const books = library.books().filter(({ missing_since }) => missing_since === null);
        const shown = books.map(({ path, title }) => `${path}: ${title}`);
        const there = [...contents].map(([path, title]) => `${path}: ${title}`);
        expect(shown.sort(), story).toEqual(there.sort());
        const titles = new Map(books.map(({ id, title }) => [id, title]));
        // A file that replaces another at its path takes over its book.
        for (const [title, id] of ids) if ((titles.get(id) ?? title) !== title) ids.delete(title);
        for (const { id, title } of books) {
          if (copied.has(title)) continue;
          expect(id, `${story}: ${title}`).toBe(ids.get(title) ?? id);
          ids.set(title, id);
        }
        const again = await scan();
        expect(
          again.events.map(({ type }) => type),
          story,
        ).toEqual(['library_updated']);
      }
      expect(library.database.pragma('foreign_key_check')).toEqual([]);
    } finally {
      await library.close();
    }
  },
);
