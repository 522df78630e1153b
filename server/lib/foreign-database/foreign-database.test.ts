import SQLite from 'better-sqlite3';
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openForeignDatabase, type ForeignLimits } from './foreign-database.ts';

let folder: string;
let file: string;
let copies: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-foreign-'));
  file = join(folder, 'books.db');
  copies = mkdtempSync(join(tmpdir(), 'octavo-copies-'));
});
afterEach(() => {
  for (const path of [folder, copies]) rmSync(path, { recursive: true, force: true });
});

const schema = { tables: { book: ['id', 'name'] }, optional: { book: ['size'], shelf: ['id'] } };
const open = (limits?: Partial<ForeignLimits>) =>
  openForeignDatabase(file, {
    program: 'Shelf',
    schema,
    folder: copies,
    ...(limits && { limits }),
  });
const write = (...statements: string[]) => {
  const database = new SQLite(file);
  for (const statement of statements) database.exec(statement);
  database.close();
};
const books = 'CREATE TABLE book (id INTEGER PRIMARY KEY, name TEXT)';
const many = `INSERT INTO book (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
  SELECT 'Book ' || i FROM n`;

describe('a database', () => {
  test('is read in batches, from a copy that is deleted', async () => {
    write(books, many);
    const before = { bytes: readFileSync(file), files: readdirSync(folder) };
    const database = await open();
    const sizes: number[] = [];
    for await (const rows of database.batches<{ name: string }>('SELECT name FROM book')) {
      sizes.push(rows.length);
    }
    expect(sizes).toEqual([1000, 1000, 500]);
    expect(await database.all('SELECT name FROM book WHERE id = ?', 3)).toEqual([
      { name: 'Book 3' },
    ]);
    expect(database.has('book', 'name')).toBe(true);
    expect(database.has('book', 'size')).toBe(false);
    expect(database.has('shelf')).toBe(false);
    await database.close();
    expect(readdirSync(copies)).toEqual([]);
    expect({ bytes: readFileSync(file), files: readdirSync(folder) }).toEqual(before);
  });

  test('is read with what its program has in the log', async () => {
    const program = new SQLite(file);
    try {
      program.pragma('journal_mode = WAL');
      program.exec(books);
      program.exec("INSERT INTO book (name) VALUES ('In the log')");
      expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
      const database = await open();
      expect(await database.all('SELECT name FROM book')).toEqual([{ name: 'In the log' }]);
      await database.close();
    } finally {
      program.close();
    }
  });

  test('is read while its program locks it', async () => {
    write(books, many);
    const program = new SQLite(file);
    try {
      program.exec('BEGIN EXCLUSIVE');
      const database = await open();
      expect(await database.all('SELECT count(*) AS n FROM book')).toEqual([{ n: 2500 }]);
      await database.close();
    } finally {
      program.close();
    }
  });
});

describe('is refused with a sentence', () => {
  test.each<[string, () => void, string, Partial<ForeignLimits>?]>([
    ['a file that does not exist', () => undefined, 'does not exist'],
    [
      'a file of something else',
      () => writeFileSync(file, 'Books\n'.repeat(1000)),
      'not a database of Shelf',
    ],
    ['an empty file', () => writeFileSync(file, ''), 'not a database of Shelf'],
    [
      'a database of another program',
      () => write('CREATE TABLE song (id)'),
      'the table book is missing',
    ],
    ['another version', () => write('CREATE TABLE book (id)'), 'has no column name'],
    [
      'a view for a table',
      () => write("CREATE VIEW book AS SELECT 1 AS id, 'x' AS name"),
      'is computed',
    ],
    [
      'a computed column',
      () => write("CREATE TABLE book (id, name AS (printf('%.*c', 1000000, 'x')))"),
      'is computed',
    ],
    [
      'a virtual table',
      () => write('CREATE VIRTUAL TABLE book USING fts5(id, name)'),
      'is computed',
    ],
    [
      'a huge value',
      () => write(books, `INSERT INTO book (name) VALUES (printf('%.*c', 3000000, 'x'))`),
      'a value of more than 1024 KiB in book',
      { maxValueBytes: 1024 * 1024 },
    ],
    ['too many records', () => write(books, many), 'more than 2000 records', { maxRows: 2000 }],
    ['too large a file', () => write(books, many), 'larger than 0 MiB', { maxBytes: 4096 }],
    [
      'a file that was cut off',
      () => {
        write(books, many);
        truncateSync(file, 8192);
      },
      'damaged',
    ],
    [
      'damaged pages',
      () => {
        write(books, many);
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0xee, 4096));
      },
      'damaged',
    ],
    [
      'a transaction that did not end',
      () => {
        write(books);
        const journal = Buffer.alloc(512);
        Buffer.from('d9d505f920a163d7', 'hex').copy(journal);
        writeFileSync(`${file}-journal`, journal);
      },
      'did not finish writing',
    ],
  ])('%s', async (_, prepare, sentence, limits) => {
    prepare();
    await expect(open(limits)).rejects.toMatchObject({
      name: 'ForeignDatabaseError',
      message: expect.stringContaining(sentence) as string,
    });
    expect(readdirSync(copies)).toEqual([]);
  });
});

test('a trigger, a check and an index of a hostile database do not run', async () => {
  write(
    `CREATE TABLE book (id INTEGER PRIMARY KEY, name TEXT, CHECK (length(randomblob(2000000000)) > 0 OR id > 0))`,
    `CREATE TRIGGER steal AFTER INSERT ON book BEGIN DELETE FROM book; END`,
    `PRAGMA ignore_check_constraints = ON`,
  );
  const database = await open();
  expect(await database.all('SELECT id FROM book')).toEqual([]);
  await expect(database.all("INSERT INTO book (name) VALUES ('x')")).rejects.toThrow();
  await database.close();
});

test('cancelling ends a read', async () => {
  write(books, many);
  const abort = new AbortController();
  const database = await openForeignDatabase(file, {
    program: 'Shelf',
    schema,
    folder: copies,
    signal: abort.signal,
  });
  const rows = database.all('SELECT count(*) FROM book a, book b');
  abort.abort(new Error('cancelled'));
  await expect(rows).rejects.toThrow('cancelled');
  await database.close();
});
