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
  /** The library of so many series, of which only the records exist. */
  many: string;
  /** A book of real pages. */
  book: string;
  /** Where the covers of its first series are, to be asked for by whoever is signed in. */
  covers: string[];
}

/** So many covers does the bare page show. */
const barelyShown = 2000;

/**
 * The built server with a library of so many series and one book to be read. The series have no files: each
 * has the cover of one of the other library's books.
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
  // There is nothing to read behind 100,000 records, and to find that out takes minutes.
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
  // Covers that are made meanwhile would be measured, too.
  await eventually('the covers', async () => ((await isBusy(client)) ? null : true));
  const { data: books } = await client.call(listBooks, {
    query: { library_id: id, pageSize: 500 },
  });
  const book = books.find(({ title }) => title.startsWith('Stored'));
  if (!book || !libraries[0]) throw new Error('The library lacks what is measured');
  const database = connect(join(data, 'octavo.db'));
  fillCovers(
    database,
    books.map((one) => one.id),
  );
  const covers = database
    .prepare<[number], string>('SELECT id FROM series WHERE library_pk = 1 ORDER BY pk LIMIT ?')
    .pluck()
    .all(barelyShown)
    .map((one) => `/api/v1/series/${one}/thumbnail`);
  database.close();
  return { server, many: libraries[0].id, book: book.id, covers };
};
