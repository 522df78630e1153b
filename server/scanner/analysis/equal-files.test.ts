import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { needs } from '../../testing/needs.ts';
import { writeCbz, zipBytes } from '../../testing/zip.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const mebibyte = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

const write = (path: string, bytes: Buffer) => {
  const full = join(library.root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, bytes);
};
/** Scans without the analysis, so that no page is sampled and only comparing files reads. */
const scan = () => library.scan('normal', { quietMs: 0 });
const strings = (sql: string) => library.database.prepare<[], string>(sql).pluck().all();
const hashed = () => strings('SELECT path FROM books WHERE file_hash IS NOT NULL ORDER BY path');
const equalFiles = () =>
  strings(
    `SELECT group_concat(b.path, ' = ' ORDER BY b.path) AS paths FROM duplicate_groups g
     JOIN duplicate_members m ON m.group_pk = g.pk JOIN books b ON b.pk = m.book_pk
     WHERE g.match = 'file' GROUP BY g.pk ORDER BY paths`,
  );
/** Groups of equal files, by reading every one. */
const equalByReading = () => {
  const paths = strings("SELECT path FROM books WHERE format <> 'folder' ORDER BY path");
  const byHash = Map.groupBy(paths, (path) => sha256(readFileSync(join(library.root, path))));
  return [...byHash.values()]
    .filter(({ length }) => length > 1)
    .map((group) => group.join(' = '))
    .sort();
};
const changed = (bytes: Buffer, position: number) => {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] ?? 0) ^ 255;
  return copy;
};

describe('the search for equal files', () => {
  const writeFiles = () => {
    const original = randomBytes(4 * mebibyte);
    write('A/original.cbr', original);
    write('A/copy.cbr', original);
    write('A/other middle.cbr', changed(original, 2 * mebibyte));
    write('A/other start.cbr', changed(original, 0));
    write('A/other end.cbr', changed(original, original.length - 1));
    write('A/other size.cbr', randomBytes(4 * mebibyte + 1));
  };

  it('hashes only files of equal size whose ends agree', async () => {
    writeFiles();
    await scan();
    expect(await library.hash()).toEqual({ hashed: 3, failed: 0, left_out: 0 });
    expect(hashed()).toEqual(['A/copy.cbr', 'A/original.cbr', 'A/other middle.cbr']);
    expect(equalFiles()).toEqual(['A/copy.cbr = A/original.cbr']);
    expect(equalFiles()).toEqual(equalByReading());
    expect(await library.hash()).toEqual({ hashed: 0, failed: 0, left_out: 0 });
  });

  it.skipIf(process.platform !== 'linux')(
    'reads no other file',
    needs('Linux: it counts the bytes that a process reads'),
    async () => {
      const read = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
      writeFiles();
      await scan();
      const before = read();
      await library.hash();
      const bytes = read() - before;
      expect(bytes).toBeGreaterThan(12 * mebibyte);
      expect(bytes).toBeLessThan(13 * mebibyte);
    },
  );

  it('compares comics by their table of contents', async () => {
    const page = (shade: number) => ({ name: '1.png', data: Buffer.alloc(1000, shade) });
    writeCbz(join(library.root, 'A/one.cbz'), [page(1)]);
    writeCbz(join(library.root, 'A/copy.cbz'), [page(1)]);
    writeCbz(join(library.root, 'A/other.cbz'), [page(2)]);
    await scan();
    await library.hash();
    expect(hashed()).toEqual(['A/copy.cbz', 'A/one.cbz']);
    expect(equalFiles()).toEqual(['A/copy.cbz = A/one.cbz']);
  });

  it('finds a copy that its name makes a book of another format', async () => {
    const junk = Buffer.concat([Buffer.from('junk'), zipBytes([{ name: '1.png', data: 'x' }])]);
    write('A/one.cbz', junk);
    write('A/two.cb7', junk);
    await scan();
    expect(strings('SELECT DISTINCT fingerprint FROM books')).toHaveLength(2);
    await library.hash();
    expect(equalFiles()).toEqual(['A/one.cbz = A/two.cb7']);
  });

  it('finds a copy that comes later, and in another library', async () => {
    const bytes = randomBytes(1000);
    write('A/one.cbr', bytes);
    await scan();
    expect(await library.hash()).toMatchObject({ hashed: 0 });
    const other = library.addLibrary('other');
    mkdirSync(join(other.path, 'B'));
    writeFileSync(join(other.path, 'B/two.cbr'), bytes);
    await library.scan('normal', { id: other.id, quietMs: 0 });
    expect(await library.hash()).toMatchObject({ hashed: 2 });
    expect(equalFiles()).toEqual(['A/one.cbr = B/two.cbr']);
  });

  it('leaves a file that was replaced since its scan to the next search', async () => {
    const bytes = randomBytes(1000);
    for (const name of ['one', 'two', 'three']) write(`A/${name}.cbr`, bytes);
    await scan();
    utimesSync(join(library.root, 'A/three.cbr'), 1, 1);
    expect(await library.hash()).toEqual({ hashed: 2, failed: 1, left_out: 0 });
    expect(equalFiles()).toEqual(['A/one.cbr = A/two.cbr']);
    await scan();
    expect(await library.hash()).toEqual({ hashed: 1, failed: 0, left_out: 0 });
    expect(equalFiles()).toEqual(['A/one.cbr = A/three.cbr = A/two.cbr']);
  });

  it('finds in the fixtures what reading every file finds', async () => {
    for (const folder of ['library', 'servers', 'faults/wrong-extension']) {
      cpSync(join(fixtures, folder), join(library.root, folder), { recursive: true });
    }
    await scan();
    await library.hash();
    expect(equalFiles()).not.toEqual([]);
    expect(equalFiles()).toEqual(equalByReading());
    const files = strings("SELECT path FROM books WHERE format <> 'folder'");
    expect(hashed().length).toBeLessThan(files.length / 2);
  });
});
