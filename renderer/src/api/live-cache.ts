import type { QueryClient } from '@tanstack/react-query';

import type { Book } from '../../../shared/api/book-record.ts';
import type { Scan } from '../../../shared/api/scan-record.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { bumpCoverVersion } from './cover-versions.ts';
import { onServerEvent, type ServerEvents } from './events.ts';
import { dropRecentBook } from './recent-book.ts';
import { keys } from './keys.ts';
import { isOver } from './scan-state.ts';
import { createRefreshQueue, type QueryKey } from './refresh-queue.ts';

type ProgressEvent = ServerEvents['progress_updated'];

/** Minimum time between two refreshes of stale queries (ms). */
const refreshInterval = 1500;

/** Keeps the query cache up to date with server events. Returns the unsubscribe function. */
export const followServer = (client: QueryClient): (() => void) => {
  const queue = createRefreshQueue((batch) => {
    for (const queryKey of batch) void client.invalidateQueries({ queryKey });
  }, refreshInterval);

  const lists: QueryKey[] = [
    keys.seriesPages,
    keys.seriesShelves,
    keys.bookPages,
    keys.bookShelves,
    keys.libraries,
  ];
  const bookChanged = (event: { book_id: string; series_id: string }) =>
    queue.add(
      ...lists,
      keys.bookDetail(event.book_id),
      keys.seriesBooks(event.series_id),
      keys.seriesDetail(event.series_id),
    );
  const seriesChanged = (event: { series_id: string }) =>
    queue.add(...lists, keys.seriesDetail(event.series_id), keys.seriesBooks(event.series_id));
  const libraryChanged = () => queue.add(...lists);
  // For people with restrictions, a series of the library may have become hidden.
  const libraryUpdated = () => queue.add(keys.libraries, ['series'], ['books']);
  // The queries for a list's items are cached under the keys of series and books.
  const collectionChanged = () => queue.add(keys.collections, keys.seriesPages);
  const readListChanged = () => queue.add(keys.readLists, keys.bookPages);

  const offs = [
    onServerEvent('book_created', bookChanged),
    onServerEvent('book_updated', bookChanged),
    onServerEvent('book_deleted', bookChanged),
    onServerEvent('series_created', seriesChanged),
    onServerEvent('series_updated', seriesChanged),
    onServerEvent('series_deleted', seriesChanged),
    onServerEvent('library_created', libraryChanged),
    onServerEvent('library_updated', libraryUpdated),
    onServerEvent('library_deleted', libraryChanged),
    onServerEvent('collection_created', collectionChanged),
    onServerEvent('collection_updated', collectionChanged),
    onServerEvent('collection_cover_updated', collectionChanged),
    onServerEvent('collection_deleted', () => queue.add(keys.collections)),
    onServerEvent('read_list_created', readListChanged),
    onServerEvent('read_list_updated', readListChanged),
    onServerEvent('read_list_cover_updated', readListChanged),
    onServerEvent('want_to_read_updated', readListChanged),
    onServerEvent('read_list_deleted', () => queue.add(keys.readLists)),
    onServerEvent('cover_updated', (event) =>
      bumpCoverVersion(event.entity === 'book' ? (event.book_id ?? '') : event.series_id),
    ),
    onServerEvent('progress_updated', (event) => {
      dropRecentBook(event.book_id);
      client.setQueriesData<unknown>({ queryKey: ['books'] }, (data: unknown) =>
        patchProgress(data, event),
      );
      bookChanged(event);
      queue.add(keys.positionConflicts, keys.positionHistory(event.book_id));
    }),
    onServerEvent('annotations_updated', () => queue.add(keys.annotations)),
    onServerEvent('scan_progress', (scan) => {
      const queryKey = keys.scanStatus(scan.library_id);
      client.setQueryData<Scan>(queryKey, (known) => ({ ...scan, errors: known?.errors ?? [] }));
      // Progress events omit the errors, so fetch them once when the scan is over.
      if (isOver(scan)) {
        queue.add(...lists, queryKey, keys.trash, keys.health, keys.duplicates);
      }
    }),
  ];
  return () => offs.forEach((off) => off());
};

/**
 * Updates the reading progress in cached data (a book, a page of books, …). Returns the same value
 * if the book is not in it, so that nothing re-renders.
 */
export const patchProgress = (data: unknown, event: ProgressEvent): unknown => {
  if (isEnvelope(data)) {
    const changed = data.data.findIndex((book) => book.id === event.book_id);
    if (changed < 0) return data;
    const patched = data.data.map((book, index) =>
      index === changed ? withProgress(book, event) : book,
    );
    return { ...data, data: patched };
  }
  return isBook(data, event.book_id) ? withProgress(data, event) : data;
};

const withProgress = (book: Book, event: ProgressEvent): Book => {
  if (event.current_page === null) return { ...book, progress: null };
  return {
    ...book,
    progress: {
      location: null,
      started_at: event.timestamp,
      ...book.progress,
      book_id: event.book_id,
      series_id: event.series_id,
      current_page: event.current_page,
      device: event.device,
      page_count: book.page_count,
      is_completed: event.is_completed,
      percentage: event.is_completed ? 1 : event.current_page / Math.max(1, book.page_count),
      updated_at: event.timestamp,
      completed_at: event.is_completed ? event.timestamp : null,
    },
  };
};

const isEnvelope = (data: unknown): data is Paginated<Book> =>
  typeof data === 'object' && data !== null && 'data' in data && Array.isArray(data.data);

const isBook = (data: unknown, id: string): data is Book =>
  typeof data === 'object' && data !== null && 'id' in data && data.id === id;
