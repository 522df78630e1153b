import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { filterBooks } from '../../shared/api/books.ts';
import { filterSeries } from '../../shared/api/series.ts';
import { connect } from '../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../testing/seed.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** With 500 comparisons each, this exceeds the row budget of the main thread. */
const count = 70;

let octavo: TestServer;
beforeEach(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.transaction(() => {
    const library = seedLibrary(database);
    for (let number = 0; number < count; number++) {
      const series = seedSeries(database, library, { name: `Falcon ${number}` });
      seedBook(database, series, { title: `Harbour ${number}` });
    }
  })();
  database.close();
});
afterEach(() => octavo.stop());

const anyOf = (field: string) =>
  Array.from({ length: 500 }, (_, index) => ({
    [field]: { operator: 'contains', value: `r ${index % 7}` },
  }));

test('the longest filters answer as short ones do, over HTTP', async () => {
  const query = { pageSize: 10 };
  const books = await octavo.api.call(filterBooks, {
    query,
    body: { condition: { anyOf: anyOf('title') as never } },
  });
  const beginsSo = Array.from({ length: count }, (_, number) => `Harbour ${number}`).filter(
    (title) => /r [0-6]/.test(title),
  );
  expect(books.total).toBe(beginsSo.length);
  expect(books.data.map(({ title }) => title)).toEqual(beginsSo.slice(0, 10));

  const series = await octavo.api.call(filterSeries, {
    query,
    body: { condition: { anyOf: anyOf('name') as never } },
  });
  expect(series).toMatchObject({ total: 0, data: [] });
});
