import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ImportSource } from '../../../shared/api/import-record.ts';
import {
  serverFixtures,
  startMovedLibrary,
  type MovedLibrary,
} from '../../testing/moved-library.ts';

let moved: MovedLibrary;
let folder: string;
beforeAll(async () => {
  moved = await startMovedLibrary({ empty: true });
  folder = mkdtempSync(join(tmpdir(), 'octavo-bad-input-'));
}, 60_000);
afterAll(async () => {
  await moved.stop();
  rmSync(folder, { recursive: true, force: true });
});

const schema = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../testing', name), 'utf8');
const copyOf = (name: string) => (file: string) => {
  copyFileSync(join(serverFixtures, name), file);
  chmodSync(file, 0o644);
};
const change = (file: string, sql: string) => {
  const database = new SQLite(file);
  database.exec(sql);
  database.close();
};

/**
 * A whole database of each program, and the change that makes it one of a later version; calibre’s is
 * recognised by its tables.
 */
const programs = [
  [
    'komga',
    'Komga',
    copyOf('komga/database.sqlite'),
    `UPDATE flyway_schema_history SET version = '20990101000000'`,
  ],
  [
    'codex',
    'Codex',
    copyOf('codex/codex.db'),
    `INSERT INTO seaql_migrations VALUES ('m20990101_000000_later', 0)`,
  ],
  [
    'calibre',
    'calibre',
    copyOf('calibre/metadata.db'),
    'ALTER TABLE books RENAME COLUMN path TO place',
  ],
  [
    'kavita',
    'Kavita',
    (file) => change(file, schema('kavita.sql')),
    `INSERT INTO __EFMigrationsHistory VALUES ('20990101000000_Later', '12')`,
  ],
  [
    'yacreader',
    'YACReader',
    (file) => change(file, schema('yacreader.sql')),
    `UPDATE db_info SET version = '10.0.0'`,
  ],
] as const satisfies [ImportSource, string, (file: string) => void, string][];

test.each(programs)('no bad database of %s is imported', async (source, program, make, later) => {
  const file = join(folder, `${source}.db`);
  const damages: [string, () => void, RegExp][] = [
    ['empty', () => writeFileSync(file, ''), RegExp(`not a database of ${program}`)],
    [
      'foreign',
      () => writeFileSync(file, 'Books\n'.repeat(1000)),
      RegExp(`not a database of ${program}`),
    ],
    [
      'of another program',
      () => change(file, 'DROP TABLE IF EXISTS x; CREATE TABLE song (id)'),
      /the table \S+ is missing/,
    ],
    ['cut off', () => truncateSync(file, 8192), /damaged/],
    ['damaged', () => writeFileSync(file, readFileSync(file).fill(0xee, 4096)), /damaged/],
    [
      'half-written',
      () => {
        const journal = Buffer.alloc(512);
        Buffer.from('d9d505f920a163d7', 'hex').copy(journal);
        writeFileSync(`${file}-journal`, journal);
      },
      /did not finish writing/,
    ],
    [
      'newer',
      () => change(file, later),
      RegExp(`newer version of ${program}|the table books has no column path`),
    ],
  ];
  for (const [name, damage, sentence] of damages) {
    for (const path of [file, `${file}-journal`]) rmSync(path, { force: true });
    if (name !== 'of another program') make(file);
    damage();
    const { status, error, counts } = await moved.read(source, file);
    expect({ name, status, error }).toEqual({
      name,
      status: 'failed',
      error: expect.stringMatching(sentence) as string,
    });
    expect(counts).toEqual([]);
  }
  // One that its program locks is read from a copy.
  rmSync(file);
  make(file);
  const owner = new SQLite(file);
  owner.exec('BEGIN EXCLUSIVE');
  expect(await moved.read(source, file)).toMatchObject({ status: 'ready', error: null });
  owner.close();
  for (const table of ['libraries', 'series', 'books', 'progress']) {
    expect([table, moved.database.prepare(`SELECT * FROM ${table}`).all()]).toEqual([table, []]);
  }
});
