import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { updateProgressBody } from '../../../shared/api/progress.ts';
import { progressSchema, type Progress } from '../../../shared/api/progress-record.ts';
import { AppError } from '../../../shared/errors.ts';
import { createEventBus, type PublishedEvent } from '../../lib/event-bus.ts';
import { itemsOf, type ListPage } from '../../database/json.ts';
import {
  callerOf,
  createTestStore,
  queryPlans,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type TestStore,
} from '../../testing/seed.ts';
import { createProgressService } from './service.ts';
import { type ProgressService } from './types.ts';
import { type ProgressQuery } from './types.ts';
import { createProgressStore } from './store.ts';

let home: TestStore;
let progress: ProgressService;
let said: PublishedEvent[];
let time: Date;

beforeEach(() => {
  home = createTestStore();
  said = [];
  time = new Date('2026-01-15T10:00:00.000Z');
  const bus = createEventBus();
  bus.subscribe((event) => said.push(event));
  progress = createProgressService({
    store: createProgressStore(home.database),
    bus,
    clock: () => time,
  });
});
afterEach(() => home.close());

const household = () => {
  const { database } = home;
  const user = seedUser(database);
  const library = seedLibrary(database);
  const saga = seedSeries(database, library);
  return { database, caller: callerOf(user), library, saga, book: seedBook(database, saga) };
};

const later = (minutes = 1) => {
  time = new Date(time.getTime() + minutes * 60_000);
  return time.toISOString();
};

/** The error thrown by `work`. */
const failure = (work: () => unknown): AppError => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
};

describe('writing', () => {
  test('begins a book and shows it from then on', () => {
    const { caller, book, saga } = household();
    expect(failure(() => progress.get(caller, book.id)).code).toBe('NotFound');
    const written = progress.update(caller, book.id, { current_page: 3 });
    expect(progressSchema.strict().parse(written)).toEqual(written);
    expect(written).toEqual({
      book_id: book.id,
      series_id: saga.id,
      current_page: 3,
      page_count: 10,
      is_completed: false,
      percentage: 0.3,
      location: null,
      device: null,
      started_at: '2026-01-15T10:00:00.000Z',
      updated_at: '2026-01-15T10:00:00.000Z',
      completed_at: null,
    });
    expect(progress.get(caller, book.id)).toEqual(written);
  });

  test('the last page completes the book, unless the client says otherwise', () => {
    const { caller, book } = household();
    expect(progress.update(caller, book.id, { current_page: 10 })).toMatchObject({
      is_completed: true,
      percentage: 1,
      completed_at: '2026-01-15T10:00:00.000Z',
    });
    const open = progress.update(caller, book.id, { current_page: 10, is_completed: false });
    expect(open).toMatchObject({ is_completed: false, percentage: 1, completed_at: null });
  });

  test('completing moves to the last page', () => {
    const { caller, book } = household();
    expect(progress.update(caller, book.id, { is_completed: true })).toMatchObject({
      current_page: 10,
      is_completed: true,
    });
    const both = progress.update(caller, book.id, { current_page: 2, is_completed: true });
    expect(both.current_page).toBe(10);
  });

  test('started_at stays; completed_at stays while completed and goes when read again', () => {
    const { caller, book } = household();
    const started = time.toISOString();
    progress.update(caller, book.id, { current_page: 1 });
    const completed = later();
    progress.update(caller, book.id, { current_page: 10 });
    later();
    expect(progress.markRead(caller, book.id)).toMatchObject({
      started_at: started,
      completed_at: completed,
    });
    const again = later();
    expect(progress.update(caller, book.id, { current_page: 2 })).toMatchObject({
      started_at: started,
      updated_at: again,
      is_completed: false,
      completed_at: null,
    });
  });

  test('a location alone keeps page and completion; completion alone keeps the location', () => {
    const { caller, book } = household();
    expect(progress.update(caller, book.id, { location: 'epubcfi(/6/2)' })).toMatchObject({
      current_page: 1,
      location: 'epubcfi(/6/2)',
    });
    progress.update(caller, book.id, { current_page: 10 });
    expect(progress.update(caller, book.id, { location: 'end' })).toMatchObject({
      current_page: 10,
      is_completed: true,
      location: 'end',
    });
    expect(progress.update(caller, book.id, { is_completed: false })).toMatchObject({
      current_page: 10,
      is_completed: false,
      location: 'end',
    });
  });

  test('another page alone drops the location of the former one, the same page keeps it', () => {
    const { caller, book } = household();
    const locationAfter = (change: Parameters<typeof progress.update>[2]) =>
      progress.update(caller, book.id, change).location;
    expect(locationAfter({ current_page: 3, location: 'third' })).toBe('third');
    expect(locationAfter({ current_page: 3 })).toBe('third');
    expect(locationAfter({ current_page: 7 })).toBeNull();
    expect(locationAfter({ current_page: 3 })).toBeNull();
    expect(locationAfter({ current_page: 5, location: 'fifth' })).toBe('fifth');
    expect(locationAfter({ is_completed: true })).toBeNull();
  });

  test('a page that the book does not have is refused and names the field', () => {
    const { caller, book } = household();
    const error = failure(() => progress.update(caller, book.id, { current_page: 11 }));
    expect(error.code).toBe('BadRequest');
    expect(error.details).toEqual([
      { path: 'body.current_page', message: 'The book has 10 pages; page 11 is not one of them' },
    ]);
    expect(updateProgressBody.safeParse({ current_page: 0 }).success).toBe(false);
    expect(updateProgressBody.safeParse({ updated_at: time.toISOString() }).success).toBe(false);
  });

  test('a book whose pages are unknown can only be completed', () => {
    const { database, caller, saga } = household();
    const unread = seedBook(database, saga, { number: 2, page_count: 0 });
    expect(failure(() => progress.update(caller, unread.id, { current_page: 1 })).code).toBe(
      'BadRequest',
    );
    const done = progress.update(caller, unread.id, { is_completed: true });
    expect(done).toMatchObject({ current_page: 0, is_completed: true, percentage: 1 });
    const open = progress.update(caller, unread.id, { is_completed: false });
    expect(open).toMatchObject({ is_completed: false, percentage: 0 });
  });

  test('a missing book keeps its progress, readable and writable', () => {
    const { database, caller, book } = household();
    progress.update(caller, book.id, { current_page: 4 });
    database.prepare(`UPDATE books SET missing_since = '2026-01-01' WHERE pk = ?`).run(book.pk);
    expect(progress.get(caller, book.id).current_page).toBe(4);
    expect(progress.update(caller, book.id, { current_page: 5 }).current_page).toBe(5);
  });

  test('of an unknown book is not found', () => {
    const { caller } = household();
    const id = crypto.randomUUID();
    for (const work of [
      () => progress.get(caller, id),
      () => progress.update(caller, id, { current_page: 1 }),
      () => progress.clear(caller, id),
      () => progress.markRead(caller, id),
      () => progress.markSeriesRead(caller, id),
      () => progress.markSeriesUnread(caller, id),
    ]) {
      expect(failure(work).code).toBe('NotFound');
    }
  });

  test('belongs to one user only', () => {
    const { database, caller, book } = household();
    const stranger = callerOf(seedUser(database, { username: 'bob' }));
    progress.update(caller, book.id, { current_page: 4 });
    expect(failure(() => progress.get(stranger, book.id)).code).toBe('NotFound');
    progress.clear(stranger, book.id);
    expect(progress.get(caller, book.id).current_page).toBe(4);
  });
});

describe('a stale write', () => {
  test('by its own updated_at is a conflict that carries what is stored', () => {
    const { caller, book } = household();
    const offline = time.toISOString();
    later();
    const stored = progress.update(caller, book.id, { current_page: 8 });
    const change = { current_page: 2, updated_at: offline };
    const error = failure(() => progress.update(caller, book.id, change));
    expect([error.code, error.details]).toEqual(['Conflict', stored]);
    expect(progress.get(caller, book.id)).toEqual(stored);
    const same = { current_page: 9, updated_at: stored.updated_at };
    expect(progress.update(caller, book.id, same).current_page).toBe(9);
  });

  test('by If-Unmodified-Since is a conflict; whole seconds are forgiven, nonsense is ignored', () => {
    const { caller, book } = household();
    time = new Date('2026-01-15T10:00:30.700Z');
    progress.update(caller, book.id, { current_page: 5 });
    const write = (page: number, header: string) => () =>
      progress.update(caller, book.id, { current_page: page }, header);
    expect(failure(write(2, 'Thu, 15 Jan 2026 10:00:29 GMT')).code).toBe('Conflict');
    expect(write(6, 'Thu, 15 Jan 2026 10:00:30 GMT')().current_page).toBe(6);
    expect(write(7, 'yesterday')().current_page).toBe(7);
  });

  test('a client whose clock is ahead cannot write into the future', () => {
    const { caller, book } = household();
    const ahead = { current_page: 3, updated_at: '2030-01-01T00:00:00Z' };
    expect(progress.update(caller, book.id, ahead).updated_at).toBe(time.toISOString());
    const behind = { current_page: 4, updated_at: '2026-01-15T10:00:00Z' };
    expect(progress.update(caller, book.id, behind).updated_at).toBe('2026-01-15T10:00:00.000Z');
  });
});

describe('read and unread', () => {
  test('unread forgets a book, and forgetting nothing is fine', () => {
    const { caller, book } = household();
    progress.markRead(caller, book.id);
    progress.clear(caller, book.id);
    progress.clear(caller, book.id);
    expect(failure(() => progress.get(caller, book.id)).code).toBe('NotFound');
  });

  test('a series: counts what changed and leaves missing books alone', () => {
    const { database, caller, saga, book } = household();
    const second = seedBook(database, saga, { number: 2 });
    const third = seedBook(database, saga, { number: 3 });
    const lost = seedBook(database, saga, { number: 4, missing_since: '2026-01-01' });
    const first = progress.markRead(caller, book.id);
    progress.update(caller, second.id, { current_page: 2 });
    const time = later();
    expect(progress.markSeriesRead(caller, saga.id)).toEqual({ count: 2 });
    expect(progress.get(caller, book.id)).toEqual(first);
    expect(progress.get(caller, second.id)).toMatchObject({
      is_completed: true,
      completed_at: time,
    });
    expect(progress.get(caller, third.id)).toMatchObject({ is_completed: true, started_at: time });
    expect(failure(() => progress.get(caller, lost.id)).code).toBe('NotFound');
    expect(progress.markSeriesRead(caller, saga.id)).toEqual({ count: 0 });
    expect(progress.markSeriesUnread(caller, saga.id)).toEqual({ count: 3 });
    expect(progress.markSeriesUnread(caller, saga.id)).toEqual({ count: 0 });
    expect(database.prepare('SELECT count(*) FROM progress').pluck().get()).toBe(0);
  });
});

describe('the list', () => {
  const query = (
    field: ProgressQuery['sort']['field'] = 'updated_at',
    rest: Partial<ProgressQuery> = {},
  ): ProgressQuery => ({ page: 1, pageSize: 50, sort: { field, direction: 'desc' }, ...rest });

  test('holds all progress of the caller, the last first, with filters', () => {
    const { database, caller, library, saga, book } = household();
    const manga = seedLibrary(database, { name: 'Manga', path: '/manga' });
    const akira = seedBook(database, seedSeries(database, manga, { name: 'Akira' }));
    progress.update(caller, book.id, { current_page: 10 });
    later();
    const latest = progress.update(caller, akira.id, { current_page: 2 });
    const ids = (listing: ListPage<Progress>) => itemsOf(listing).map(({ book_id }) => book_id);
    const all = progress.list(caller, query());
    expect(itemsOf(all)[0]).toEqual(latest);
    expect([ids(all), all.total]).toEqual([[akira.id, book.id], 2]);
    expect(ids(progress.list(caller, query('completed_at')))).toEqual([book.id, akira.id]);
    expect(ids(progress.list(caller, query('started_at')))).toEqual([akira.id, book.id]);
    const ofLibrary = progress.list(caller, query('updated_at', { library_id: library.id }));
    expect([ids(ofLibrary), ofLibrary.total]).toEqual([[book.id], 1]);
    const ofSeries = progress.list(caller, query('updated_at', { series_id: saga.id }));
    expect([ids(ofSeries), ofSeries.total]).toEqual([[book.id], 1]);
  });

  test('walks the index of the user', () => {
    const { database, caller } = household();
    const plans = queryPlans(database, () => progress.list(caller, query()));
    expect(plans).toContain('SEARCH p USING COVERING INDEX progress_recent (user_pk=?)');
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY');
  });
});

describe('events', () => {
  test('send the streams of that user what changed, and nothing where nothing did', () => {
    const { database, caller, library, saga, book } = household();
    const second = seedBook(database, saga, { number: 2 });
    const device = { id: 'phone', name: 'Phone' };
    progress.update(caller, book.id, { current_page: 3, device });
    progress.clear(caller, book.id);
    progress.clear(caller, book.id);
    progress.markSeriesRead(caller, saga.id);
    expect(said.map(({ name, user_pk }) => [name, user_pk])).toEqual([
      ...Array.from({ length: 4 }, () => ['progress_updated', caller.user_pk]),
      ['series_progress_updated', caller.user_pk],
    ]);
    expect(said[0]?.data).toMatchObject({
      type: 'progress_updated',
      book_id: book.id,
      series_id: saga.id,
      library_id: library.id,
      current_page: 3,
      is_completed: false,
      device,
    });
    expect(said[1]?.data).toMatchObject({ current_page: null, is_completed: false });
    expect(said[3]?.data).toMatchObject({ book_id: second.id, is_completed: true });
  });

  test('are not sent for a write that was refused', () => {
    const { caller, book } = household();
    failure(() => progress.update(caller, book.id, { current_page: 99 }));
    expect(said).toEqual([]);
  });
});
