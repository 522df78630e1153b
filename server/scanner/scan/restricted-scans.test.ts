import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { moveTo } from '../../testing/rename.ts';
import { restrict, type TestRestrictions } from '../../testing/restrictions.ts';
import { seedUser } from '../../testing/seed.ts';
import { rmSync } from 'node:fs';
import { writeCbz } from '../../testing/zip.ts';

let library: TestLibrary;
let child: number;
beforeEach(() => {
  library = createTestLibrary();
  child = seedUser(library.database, { username: 'kim' }).pk;
  // Records each book that the child can see for as long as one statement.
  library.database.exec(
    `CREATE TABLE shown (path TEXT);
     CREATE TRIGGER shown_book AFTER INSERT ON visible_books BEGIN
       INSERT INTO shown SELECT path FROM books WHERE pk = new.key & 0xFFFFFFFF;
     END;
     CREATE TRIGGER moved_book AFTER UPDATE OF path ON books
     WHEN new.pk IN (SELECT key & 0xFFFFFFFF FROM visible_books) BEGIN
       INSERT INTO shown VALUES (new.path);
     END;`,
  );
});
afterEach(() => library.close());

const pathOf = (path: string) => join(library.root, path);
const add = (path: string, rating?: string) =>
  writeCbz(pathOf(path), 2, rating && `<AgeRating>${rating}</AgeRating>`);
const texts = (sql: string) => library.database.prepare<[], string>(sql).pluck().all();
const visible = () =>
  texts(
    'SELECT path FROM books WHERE pk IN (SELECT key & 0xFFFFFFFF FROM visible_books) ORDER BY path',
  );
/** Everything that the child saw during `work`, even for a moment. */
const shownDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  library.database.exec('DELETE FROM shown');
  await work();
  return texts('SELECT DISTINCT path FROM shown ORDER BY path');
};
const scan = () => library.scan();
const limit = (restrictions: TestRestrictions) => restrict(library.database, child, restrictions);
const label = (path: string, labels: string[]) =>
  library.database
    .prepare('UPDATE series SET labels = ? WHERE path = ?')
    .run(JSON.stringify(labels), path);
const labelsAt = (path: string) =>
  texts(`SELECT labels FROM series WHERE path = '${path}' AND missing_since IS NULL`);

describe('a scan never shows, not even for a moment,', () => {
  test('new series above an upper age', async () => {
    limit({ maxAge: 12 });
    add('Adult/1.cbz', 'R18+');
    add('Kids/1.cbz', 'Everyone');
    add('Unrated/1.cbz');
    expect(await shownDuring(scan)).toEqual(['Kids/1.cbz', 'Unrated/1.cbz']);
    expect(visible()).toEqual(['Kids/1.cbz', 'Unrated/1.cbz']);
  });

  test('a book above an upper age in a known series', async () => {
    limit({ maxAge: 12 });
    add('Kids/1.cbz', 'Everyone');
    await scan();
    add('Kids/2.cbz', 'R18+');
    expect(await shownDuring(scan)).toEqual([]);
    expect(visible()).toEqual([]);
    rmSync(pathOf('Kids/2.cbz'));
    await library.scan('normal', { confirmMissing: true });
    expect(visible()).toContain('Kids/1.cbz');
  });

  test('a hidden series whose folder was renamed', async () => {
    limit({ denied: ['secret'] });
    for (const path of ['Secret/1.cbz', 'Secret/2.cbz', 'Open/1.cbz']) add(path);
    await scan();
    label('Secret', ['secret']);
    moveTo(pathOf('Secret'), pathOf('Renamed'));
    moveTo(pathOf('Open'), pathOf('Opened'));
    expect(await shownDuring(scan)).toEqual(['Opened/1.cbz']);
    expect(labelsAt('Renamed')).toEqual(['["secret"]']);
    expect(visible()).toEqual(['Opened/1.cbz']);
  });

  test('a renamed one while scans are refused, however long that takes', async () => {
    limit({ denied: ['secret'] });
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) add(`Open/${number}.cbz`);
    add('Secret/1.cbz');
    await scan();
    label('Secret', ['secret']);
    moveTo(pathOf('Secret'), pathOf('Renamed'));
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) rmSync(pathOf(`Open/${number}.cbz`));
    const shown = await shownDuring(async () => {
      await scan().catch(() => undefined);
      library.database.exec(
        `UPDATE series_departures SET departed_at = '2020-01-01T00:00:00.000Z'`,
      );
      await scan().catch(() => undefined);
      await library.scan('normal', { confirmMissing: true });
    });
    expect(shown.filter((path) => !path.startsWith('Open'))).toEqual([]);
    expect(labelsAt('Renamed')).toEqual(['["secret"]']);
  });

  test('hidden books that are merged into another series, which has their labels for as long', async () => {
    limit({ denied: ['secret'] });
    for (const path of ['Secret/S 1.cbz', 'Open/O 1.cbz', 'Open/O 2.cbz']) add(path);
    await scan();
    label('Secret', ['secret']);
    label('Open', ['family']);
    moveTo(pathOf('Secret/S 1.cbz'), pathOf('Open/S 1.cbz'));
    expect(await shownDuring(scan)).toEqual([]);
    expect(labelsAt('Open')).toEqual(['["family","secret"]']);
    moveTo(pathOf('Open/S 1.cbz'), pathOf('Secret/S 1.cbz'));
    await scan();
    expect(labelsAt('Open')).toEqual(['["family"]']);
    expect(labelsAt('Secret')).toEqual(['["secret"]']);
    expect(visible()).toEqual(['Open/O 1.cbz', 'Open/O 2.cbz']);
  });
});

test('people who are restricted to libraries only see new series at once', async () => {
  limit({ libraries: [1] });
  add('New/1.cbz');
  library.database.exec(
    `CREATE TRIGGER test_summary BEFORE UPDATE OF metadata_updated_at ON series BEGIN
       INSERT INTO shown SELECT 'before the summary' FROM visible_books LIMIT 1;
     END`,
  );
  expect(await shownDuring(scan)).toContain('before the summary');
});
