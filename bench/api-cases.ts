import { sep } from 'node:path';

import { connect } from '../server/database/database.ts';
import type { ListPage } from '../server/database/json.ts';
import { createBooksStore } from '../server/features/books/store.ts';
import { createPagesStore } from '../server/features/pages/store.ts';
import { createSeriesStore } from '../server/features/series/store.ts';
import { plainRows } from './baseline-queries.ts';

export interface Case {
  name: string;
  /** Relative to `/api/v1`. */
  path: string;
  body?: unknown;
  /** The same data from the store as JSON text, without a server. */
  direct: () => string;
  /** The same data from the baseline queries as JSON text, if there is a target for it. */
  plain?: () => string;
  /** Maximum time in units of `plain`, and maximum growth exponent. */
  target: string;
}

const text = ({ data }: ListPage<unknown>): string =>
  Array.isArray(data) ? JSON.stringify(data) : data.json;

const firstPage = '≤ 1.0, growth ≤ 0.1';
const ranked = 'growth ≤ 1.1';

/**
 * The app's most frequent requests, over a catalogue that contains `bookId`. `write` changes the
 * database, so that nothing that was remembered is valid.
 */
export const apiCases = (
  databasePath: string,
  bookId: string,
): { cases: Case[]; write(): void; close(): void } => {
  const database = connect(databasePath);
  const series = createSeriesStore(database);
  const books = createBooksStore(database);
  const pages = createPagesStore(database);
  const { pk: bookPk } = pages.book(bookId) ?? { pk: 0 };
  const userPk = 1;
  const view = { user_pk: userPk, separator: sep };
  const page = { page: 1, pageSize: 50 };
  const sorted = <Field extends string>(field: Field, direction: 'asc' | 'desc') => ({
    ...page,
    sort: { field, direction },
  });
  const byName = sorted('name', 'asc');
  const byRelevance = sorted('relevance', 'desc');
  const byRead = sorted('read_at', 'desc');
  const ofGenre = { field: 'genre' as const, operator: 'is' as const, value: 'Crime' };
  const inTitle = { field: 'title' as const, operator: 'contains' as const, value: 'falcon' };
  const rareTitle = { ...inTitle, value: '987' };
  const size = 'page=1&pageSize=50';
  const plain = plainRows(database, userPk);
  const cases: Case[] = [
    {
      name: 'GET series',
      path: `/series?${size}`,
      direct: () => text(series.list(userPk, byName)),
      plain: plain.series,
      target: firstPage,
    },
    {
      name: 'GET series/full',
      path: `/series/full?${size}`,
      direct: () => text(series.listFull(userPk, byName)),
      plain: plain.fullSeries,
      target: firstPage,
    },
    {
      name: 'GET books',
      path: `/books?${size}&sort=title,asc`,
      direct: () => text(books.list(view, sorted('title', 'asc'))),
      plain: plain.books,
      target: firstPage,
    },
    {
      name: 'POST series/list (genre is)',
      path: `/series/list?${size}`,
      body: { condition: { genre: { operator: 'is', value: 'Crime' } } },
      direct: () => text(series.find(userPk, byRelevance, { condition: ofGenre })),
      target: ranked,
    },
    {
      name: 'POST books/list (title contains)',
      path: `/books/list?${size}`,
      body: { condition: { title: { operator: 'contains', value: 'falcon' } } },
      direct: () => text(books.find(view, byRelevance, { condition: inTitle })),
      target: ranked,
    },
    {
      name: 'POST books/list (rare title)',
      path: `/books/list?${size}`,
      body: { condition: { title: { operator: 'contains', value: '987' } } },
      direct: () => text(books.find(view, byRelevance, { condition: rareTitle })),
      target: '≤ 5 ms',
    },
    {
      name: 'POST series/search',
      path: `/series/search?${size}`,
      body: { query: 'falcon' },
      direct: () => text(series.find(userPk, byRelevance, { fullTextSearch: 'falcon' })),
      target: ranked,
    },
    {
      name: 'GET books/on-deck',
      path: `/books/on-deck?${size}`,
      direct: () => text(books.onDeck(view, byRead)),
      target: ranked,
    },
    {
      name: 'GET books/in-progress',
      path: `/books/in-progress?${size}`,
      direct: () => text(books.read(view, byRead, 'in_progress')),
      plain: plain.inProgress,
      target: firstPage,
    },
    {
      name: 'GET books/{id}/pages',
      path: `/books/${bookId}/pages?${size}`,
      direct: () => JSON.stringify(pages.pages(bookPk)),
      target: 'growth ≤ 0.1',
    },
  ];
  // Not the same value, because SQLite does not write what is there already.
  const touch = database.prepare<[string]>('UPDATE libraries SET updated_at = ?');
  let writes = 0;
  const write = () => void touch.run(new Date((writes += 1)).toISOString());
  return { cases, write, close: () => void database.close() };
};
