import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

import { startOctavo, eventually, setUp, type Octavo } from '../e2e/support/server.ts';
import { listBooks } from '../shared/api/books.ts';
import { createLibrary, listLibraries } from '../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../shared/api/scans.ts';
import { fillCatalogue } from './catalogue.ts';
import { fillShelf } from './pages-shelf.ts';

const booksOfSeries = 10;

export interface WebLibrary {
  server: Octavo;
  /** The library of so many series, of which only the records exist. */
  many: string;
  /** A book of real pages. */
  book: string;
  /** Sent as the cover of every series: they have no files to make one of. */
  cover: Buffer;
}

/** The built server with a library of so many series and one book to be read. */
export const openWebLibrary = async (dir: string, series: number): Promise<WebLibrary> => {
  const [data, empty, shelf, plain] = ['data', 'empty', 'shelf', 'plain'].map((name) =>
    join(dir, name),
  ) as [string, string, string, string];
  for (const folder of [data, empty, shelf, plain]) mkdirSync(folder);
  fillCatalogue(join(data, 'octavo.db'), series * booksOfSeries, empty);
  const [page = Buffer.alloc(0)] = await fillShelf(shelf, plain);
  const cover = await sharp(page).resize(300).webp().toBuffer();
  const server = await startOctavo(data);
  const client = await setUp(server);
  const { data: libraries } = await client.call(listLibraries);
  const { id } = await client.call(createLibrary, { body: { name: 'Shelf', path: shelf } });
  await client.call(startScan, { params: { id } });
  await eventually('the scan', async () => {
    const { status } = await client.call(getScanStatus, { params: { id } });
    return status === 'completed' || null;
  });
  const { data: books } = await client.call(listBooks, {
    query: { library_id: id, pageSize: 500 },
  });
  const book = books.find(({ title }) => title.startsWith('Stored'));
  if (!book || !libraries[0]) throw new Error('The library lacks what is measured');
  return { server, many: libraries[0].id, book: book.id, cover };
};
