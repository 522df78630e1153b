import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { Book } from '../../../shared/api/book-record.ts';
import { connectEvents } from './events.ts';
import { keys } from './keys.ts';
import { wantedIdsQuery, wantedQuery } from '../features/lists/queries.ts';
import { followServer, patchProgress } from './live-cache.ts';
import { isOver } from './scan-state.ts';

const book = (id: string): Book => ({ id, page_count: 40, progress: null }) as Book;

const event = (book_id: string, current_page: number | null, is_completed = false) => ({
  type: 'progress_updated' as const,
  book_id,
  series_id: 's',
  library_id: 'l',
  current_page,
  is_completed,
  device: { id: 'phone', name: 'Komelia' },
  timestamp: '2026-05-01T12:00:00.000Z',
});

test('a book shows the page that was reached on another device', () => {
  const patched = patchProgress(book('a'), event('a', 10)) as Book;
  expect(patched.progress).toMatchObject({
    current_page: 10,
    device: { name: 'Komelia' },
    percentage: 0.25,
    is_completed: false,
    updated_at: '2026-05-01T12:00:00.000Z',
  });
});

test('a finished book is complete', () => {
  const patched = patchProgress(book('a'), event('a', 40, true)) as Book;
  expect(patched.progress).toMatchObject({ is_completed: true, percentage: 1 });
});

test('cleared progress is gone', () => {
  const begun = patchProgress(book('a'), event('a', 10));
  expect(patchProgress(begun, event('a', null))).toMatchObject({ progress: null });
});

test('a list changes only the book that was read', () => {
  const list = { data: [book('a'), book('b')], total: 2 };
  const patched = patchProgress(list, event('b', 5)) as typeof list;
  expect(patched.data[0]).toBe(list.data[0]);
  expect(patched.data[1]?.progress?.current_page).toBe(5);
  expect(patched.total).toBe(2);
});

test('entries without the book keep their identity, so that nothing is rendered again', () => {
  const list = { data: [book('a')] };
  expect(patchProgress(list, event('z', 5))).toBe(list);
  expect(patchProgress(undefined, event('z', 5))).toBeUndefined();
  const client = new QueryClient();
  client.setQueryData(['books', 'page'], list);
  client.setQueriesData<unknown>({ queryKey: ['books'] }, (data: unknown) =>
    patchProgress(data, event('a', 2)),
  );
  expect(client.getQueryData<typeof list>(['books', 'page'])?.data[0]?.progress).not.toBeNull();
});

test('a scan is over unless it runs or waits', () => {
  expect(isOver({ status: 'running' })).toBe(false);
  expect(isOver({ status: 'pending' })).toBe(false);
  expect(isOver({ status: 'cancelled' })).toBe(true);
});

afterEach(() => vi.unstubAllGlobals());

/** Names of the cached queries that an event of the server makes stale. */
const staleAfter = async (
  name: string,
  event: object,
  shown: Record<string, readonly unknown[]>,
): Promise<string[]> => {
  const listeners = new Map<string, (event: { data: string }) => void>();
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener = listeners.set.bind(listeners);
      close = () => undefined;
    },
  );
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  const client = new QueryClient();
  for (const key of Object.values(shown)) client.setQueryData(key, {});
  const unfollow = followServer(client);
  const disconnect = connectEvents({
    userId: 'u',
    onResume: () => undefined,
    onBreak: () => undefined,
  });
  listeners.get(name)?.({ data: JSON.stringify(event) });
  await Promise.resolve();
  disconnect();
  unfollow();
  return Object.entries(shown).flatMap(([what, key]) =>
    client.getQueryState(key)?.isInvalidated === true ? [what] : [],
  );
};

test('a change of a library reloads the shown series and book, which can be hidden now', async () => {
  const shown = { series: keys.seriesDetail('s'), book: keys.bookDetail('b'), trash: keys.trash };
  const stale = await staleAfter('library_updated', { library_id: 'l' }, shown);
  expect(stale).toEqual(['series', 'book']);
});

test.each([
  ['completed', ['trash', 'health', 'duplicates']],
  ['running', []],
])('trash, health and duplicates after a scan that is %s', async (status, stale) => {
  const shown = {
    trash: ['trash', 1],
    health: ['health', 'counts'],
    duplicates: ['duplicates', 'aside'],
  };
  const scan = { library_id: 'l', status };
  expect(await staleAfter('scan_progress', scan, shown)).toEqual(stale);
});

describe('lists', () => {
  const shown = {
    collections: [...keys.collections, 'page', { pageSize: 60 }],
    collection: [...keys.collections, 'detail', 'c'],
    readLists: [...keys.readLists, 'page', { pageSize: 60 }],
    readList: [...keys.readLists, 'detail', 'r'],
    membersOfCollection: keys.seriesPage({ list: 'c' }),
    membersOfReadList: keys.bookPage({ list: 'r' }),
  };

  test.each([
    ['collection_created', ['collections', 'collection', 'membersOfCollection']],
    ['collection_updated', ['collections', 'collection', 'membersOfCollection']],
    ['collection_cover_updated', ['collections', 'collection', 'membersOfCollection']],
    ['collection_deleted', ['collections', 'collection']],
    ['read_list_created', ['readLists', 'readList', 'membersOfReadList']],
    ['read_list_updated', ['readLists', 'readList', 'membersOfReadList']],
    ['read_list_cover_updated', ['readLists', 'readList', 'membersOfReadList']],
    ['read_list_deleted', ['readLists', 'readList']],
  ])('are read again after %s', async (name, stale) => {
    expect(await staleAfter(name, {}, shown)).toEqual(stale);
  });

  test('Want to read is read again after it changed elsewhere', async () => {
    const wanted = {
      ids: wantedIdsQuery().queryKey,
      page: wantedQuery(1, false, 'own').queryKey,
    };
    expect(await staleAfter('want_to_read_updated', {}, wanted)).toEqual(['ids', 'page']);
  });
});
