import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { filterBooks } from '../../../shared/api/books.ts';
import { updateBook } from '../../../shared/api/edits.ts';
import { connect } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { foldedValue } from '../../database/search-index.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const pieces = [
  ...['Saga', 'The End', 'ÄKIRA', 'Œuvre d’Élan', 'Groß', 'a_b', '100%', '10% off', '"quoted"'],
  ...[
    '進撃の巨人',
    'ガンダム',
    'カ\u3099',
    'हिन्दी',
    '안녕',
    '👩‍👩‍👧',
    '🏳️‍🌈',
    'e\u0301\u0323',
    'İstanbul',
  ],
  ...[
    '  two  spaces ',
    'AND',
    'NEAR(a b)',
    'name:',
    '*',
    '^',
    '-',
    "l'été",
    'Ａｂｃ',
    'x'.repeat(40),
  ],
];
const titles = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 8 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '));
const random = { seed: 20_261_123, numRuns: 300 };

let octavo: TestServer;
let database: Database;
/** Titles as they are compared, by id. */
const books = new Map<string, string>();
beforeAll(async () => {
  octavo = await startTestServer();
  database = connect(join(octavo.dataDir, 'octavo.db'));
  const series = seedSeries(database, seedLibrary(database));
  const known = [...pieces, ...fc.sample(titles, { seed: random.seed, numRuns: 1300 })];
  database.transaction(() => {
    for (const [index, title] of known.entries()) {
      const { id } = seedBook(database, series, { title, path: `${index}.cbz`, filename: '' });
      books.set(id, foldedValue(title));
    }
  })();
});
afterAll(async () => {
  database.close();
  await octavo.stop();
});

/** Ids of the books with this part in their title, and the total in the response. */
const find = async (value: string) => {
  const body = { condition: { title: { operator: 'contains' as const, value } } };
  const ids: string[] = [];
  let total = 0;
  for (let page = 1; page === 1 || ids.length < total; page++) {
    const found = await octavo.api.call(filterBooks, { query: { page, pageSize: 500 }, body });
    total = found.total;
    ids.push(...found.data.map(({ id }) => id));
  }
  return ids.sort();
};

const expected = (value: string) => {
  const part = foldedValue(value);
  return [...books]
    .filter(([, title]) => title.includes(part))
    .map(([id]) => id)
    .sort();
};

/** Parts of titles, and texts of the same characters that are in few titles or none. */
const parts = titles.chain((title) => {
  const letters = Array.from(title);
  return fc
    .tuple(fc.nat(letters.length), fc.nat(letters.length))
    .map(([start, end]) => letters.slice(Math.min(start, end), Math.max(start, end)).join(''));
});

// Most of the searches find several hundred books.
it(
  'finds the same books by a part of the title as a plain comparison',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(parts, titles, fc.constantFrom(...pieces)), async (value) => {
        fc.pre(foldedValue(value).trim() !== '');
        expect(await find(value)).toEqual(expected(value));
      }),
      random,
    );
  },
);

it('finds a book by its new title only, and none that was deleted', async () => {
  const [id = ''] = books.keys();
  await octavo.api.call(updateBook, { params: { id }, body: { title: 'Kestrel 進撃' } });
  books.set(id, foldedValue('Kestrel 進撃'));
  for (const part of ['kestr', '進撃', 'el 進', 'Saga']) {
    expect(await find(part)).toEqual(expected(part));
  }
  database.prepare('DELETE FROM books WHERE id = ?').run(id);
  books.delete(id);
  for (const part of ['kestr', '進撃', 'Saga']) expect(await find(part)).toEqual(expected(part));
});
