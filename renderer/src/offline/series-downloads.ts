import type { Book } from '../../../shared/api/book-record.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { getSeries } from '../../../shared/api/series.ts';
import { AppError } from '../../../shared/errors.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { api } from '../api/client.ts';
import { viewedPerson } from '../api/view-as.ts';
import { downloadBook, removeBook, useDownloads } from './downloads.ts';
import {
  automaticSeries,
  writeAutomaticSeries,
  type SeriesDownload,
} from './automatic-downloads.ts';

/** Number of unread books of a series that are downloaded automatically. */
const ahead = 3;

const booksOf = async (series_id: string): Promise<Book[]> => {
  const books: Book[] = [];
  for (let page = 1; ; page++) {
    const list = await api.call(listBooks, {
      query: { series_id, sort: 'number,asc', page, pageSize: maxPageSize },
    });
    books.push(...list.data);
    if (list.links.next === null || list.data.length === 0) return books;
  }
};

const known = () => useDownloads.getState().books ?? {};
const isFull = () => Object.values(known()).some(({ problem }) => problem === 'full');
const isRead = ({ progress }: Book) => progress?.is_completed === true;

/**
 * Downloads the books of a series in reading order, until the space is used up. Returns how many are
 * new.
 */
export const downloadSeries = async (id: string): Promise<number> => {
  let count = 0;
  for (const book of await booksOf(id)) {
    if (isFull()) break;
    if (book.error !== null || known()[book.id] !== undefined) continue;
    await downloadBook(book.id);
    count += 1;
  }
  return count;
};

/** Downloads the next unread books of a series, and removes those that were read. */
const downloadNext = async ({ id }: SeriesDownload): Promise<void> => {
  const books = await booksOf(id);
  // Rejects if it is hidden or gone, and not if its files are away.
  if (books.length === 0) await api.call(getSeries, { params: { id } });
  for (const book of books.filter(isRead)) {
    if (known()[book.id]?.isAutomatic === true) await removeBook(book.id);
  }
  const next = books.filter((book) => !isRead(book) && book.error === null).slice(0, ahead);
  for (const book of next) {
    if (isFull()) return;
    if (known()[book.id] === undefined) await downloadBook(book.id, { isAutomatic: true });
  }
};

/**
 * Downloads the next books of all these series, and removes those that were read. No-op while offline, and while an
 * admin sees less as somebody else.
 */
export const downloadNextOfAll = async (): Promise<void> => {
  if (viewedPerson() !== null) return;
  for (const series of automaticSeries()) {
    try {
      await downloadNext(series);
    } catch (error) {
      if (!(error instanceof AppError)) return;
      // A series that this person cannot see any more.
      if (error.code === 'NotFound' || error.code === 'Forbidden') stopSeriesDownload(series.id);
    }
  }
};

export const startSeriesDownload = async (series: SeriesDownload): Promise<void> => {
  stopSeriesDownload(series.id);
  writeAutomaticSeries([...automaticSeries(), series]);
  await downloadNext(series);
};

/** Its downloads stay until they are removed. */
export const stopSeriesDownload = (id: string): void =>
  writeAutomaticSeries(automaticSeries().filter((series) => series.id !== id));
