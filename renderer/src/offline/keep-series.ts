import { create } from 'zustand';
import { z } from 'zod';

import type { Book } from '../../../shared/api/book-record.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { AppError } from '../../../shared/errors.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { api } from '../api/client.ts';
import { downloadBook, keptSeriesKey as key, removeBook, useDownloads } from './downloads.ts';

/** Unread books of a series that are kept automatically. */
const ahead = 3;

const keptSeriesSchema = z.array(z.object({ id: z.uuid(), name: z.string() })).catch([]);
export type KeptSeries = z.infer<typeof keptSeriesSchema>[number];

const read = (): KeptSeries[] => {
  try {
    return keptSeriesSchema.parse(JSON.parse(localStorage.getItem(key) ?? '[]'));
  } catch {
    return [];
  }
};

/** Series of which this device keeps the next unread books automatically. */
export const useKeptSeries = create<{ series: readonly KeptSeries[] }>(() => ({ series: read() }));

const write = (series: readonly KeptSeries[]) => {
  useKeptSeries.setState({ series });
  if (series.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(series));
};

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
const keepNext = async ({ id }: KeptSeries): Promise<void> => {
  const books = await booksOf(id);
  for (const book of books.filter(isRead)) {
    if (known()[book.id]?.isAutomatic === true) await removeBook(book.id);
  }
  const next = books.filter((book) => !isRead(book) && book.error === null).slice(0, ahead);
  for (const book of next) {
    if (isFull()) return;
    if (known()[book.id] === undefined) await downloadBook(book.id, { isAutomatic: true });
  }
};

/** Brings the series that are kept automatically up to date. No-op while offline. */
export const keepNextOfAll = async (): Promise<void> => {
  for (const series of useKeptSeries.getState().series) {
    try {
      await keepNext(series);
    } catch (error) {
      if (!(error instanceof AppError)) return;
      // A series that this person cannot see any more.
      if (error.code === 'NotFound' || error.code === 'Forbidden') stopKeeping(series.id);
    }
  }
};

export const startKeeping = async (series: KeptSeries): Promise<void> => {
  stopKeeping(series.id);
  write([...useKeptSeries.getState().series, series]);
  await keepNext(series);
};

/** Its downloads stay until they are removed. */
export const stopKeeping = (id: string): void =>
  write(useKeptSeries.getState().series.filter((series) => series.id !== id));
