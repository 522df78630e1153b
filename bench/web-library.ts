import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { startOctavo, eventually, setUp, type Octavo } from '../e2e/support/server.ts';
import { listBooks } from '../shared/api/books.ts';
import { createLibrary, listLibraries } from '../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../shared/api/scans.ts';
import { updateSetting } from '../shared/api/settings.ts';
import { connect } from '../server/database/database.ts';
import { fillCatalogue, fillCovers } from './catalogue.ts';
import { isBusy } from './idle.ts';
import { fillShelf } from './pages-shelf.ts';

const booksOfSeries = 10;

export interface WebLibrary {
  server: Octavo;
  /** Id of the large library, which consists of records only. */
  many: string;
  /** Id of a book with real pages. */
  book: string;
  /** Cover URLs of its first series, for signed-in users. */
  covers: string[];
}

/** Number of covers on the baseline page. */
const barelyShown = 2000;

/**
 * The built server with a large library and one readable book. The series have no files: their
 * covers are those of the other library's books.
 */
export const openWebLibrary = async (dir: string, series: number): Promise<WebLibrary> => {
  const [data, empty, shelf, plain] = ['data', 'empty', 'shelf', 'plain'].map((name) =>
    join(dir, name),
  ) as [string, string, string, string];
  for (const folder of [data, empty, shelf, plain]) mkdirSync(folder);
  fillCatalogue(join(data, 'octavo.db'), series * booksOfSeries, empty);
  await fillShelf(shelf, plain);
  const server = await startOctavo(data);
  const client = await setUp(server);
  // The duplicate search over 100,000 records without files would take minutes for nothing.
  await client.call(updateSetting, {
    params: { key: 'duplicates.find_after_scan' },
    body: { value: false },
  });
  const { data: libraries } = await client.call(listLibraries);
  const { id } = await client.call(createLibrary, { body: { name: 'Shelf', path: shelf } });
  await client.call(startScan, { params: { id } });
  await eventually('the scan', async () => {
    const { status } = await client.call(getScanStatus, { params: { id } });
    return status === 'completed' || null;
  });
  // Wait, because cover rendering would distort the measurement.
  await eventually('the covers', async () => ((await isBusy(client)) ? null : true));
  const { data: books } = await client.call(listBooks, {
    query: { library_id: id, pageSize: 500 },
  });
  const book = books.find(({ title }) => title.startsWith('Stored'));
  if (!book || !libraries[0]) throw new Error('The library lacks what is measured');
  const database = connect(join(data, 'octavo.db'));
  fillCovers(
    database,
    books.map((item) => item.id),
  );
  // One book in twenty has a problem of each kind.
  database.exec(
    `UPDATE books SET error = 'The archive is damaged' WHERE library_pk = 1 AND pk % 20 = 3;
     UPDATE books SET missing_since = created_at WHERE library_pk = 1 AND pk % 20 = 8`,
  );
  const covers = database
    .prepare<[number], string>('SELECT id FROM series WHERE library_pk = 1 ORDER BY pk LIMIT ?')
    .pluck()
    .all(barelyShown)
    .map((seriesId) => `/api/v1/series/${seriesId}/thumbnail`);
  database.close();
  return { server, many: libraries[0].id, book: book.id, covers };
};
