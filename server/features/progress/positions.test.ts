import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readingPlaceSchema } from '../../../shared/api/reading-places.ts';
import type { ReadingDevice } from '../../../shared/api/progress-record.ts';
import { createEventBus } from '../../lib/event-bus.ts';
import {
  callerOf,
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type TestStore,
} from '../../testing/seed.ts';
import { createProgressService } from './service.ts';
import { type ProgressService } from './types.ts';
import { type ReadingChange } from './types.ts';
import { createProgressStore } from './store.ts';

const phone: ReadingDevice = { id: 'phone', name: 'Phone' };
const tablet: ReadingDevice = { id: 'tablet', name: 'Tablet' };

let home: TestStore;
let progress: ProgressService;
let time: Date;
let caller: ReturnType<typeof callerOf>;
let other: ReturnType<typeof callerOf>;
let book: { id: string };

beforeEach(() => {
  home = createTestStore();
  time = new Date('2026-01-15T10:00:00.000Z');
  progress = createProgressService({
    store: createProgressStore(home.database),
    bus: createEventBus(),
    clock: () => time,
  });
  const { database } = home;
  caller = callerOf(seedUser(database));
  other = callerOf(seedUser(database, { username: 'ben' }));
  book = seedBook(database, seedSeries(database, seedLibrary(database)), { page_count: 200 });
});
afterEach(() => home.close());

const later = (minutes = 1) => {
  time = new Date(time.getTime() + minutes * 60_000);
};
const read = (page: number, device: ReadingDevice | null = phone, change: ReadingChange = {}) =>
  progress.update(caller, book.id, { current_page: page, device, ...change });
const page = { page: 1, pageSize: 500 } as const;
const questions = (person = caller) =>
  progress.questions(person, { ...page, sort: { field: 'asked_at', direction: 'desc' } })
    .data as unknown as { earlier: { current_page: number }; later: { current_page: number } }[];
const asked = () =>
  questions().map(({ earlier, later: now }) => [earlier.current_page, now.current_page]);
const places = (person = caller) =>
  progress.places(person, book.id, { ...page, sort: { field: 'read_at', direction: 'desc' } })
    .data as unknown as { id: string; current_page: number; device: ReadingDevice | null }[];
const pages = () => places().map(({ current_page }) => current_page);

describe('a sudden return to the beginning', () => {
  const comesBack = (change: ReadingChange = {}) => {
    read(17, tablet);
    later(600);
    read(1, phone, change);
  };

  test('keeps the place and asks, until somebody answers', () => {
    comesBack();
    expect(asked()).toEqual([[17, 1]]);
    expect(questions()[0]).toMatchObject({
      book_id: book.id,
      earlier: { device: tablet },
      later: { device: phone },
      asked_at: time.toISOString(),
      expires_at: '2026-01-22T20:00:00.000Z',
    });
    expect(questions(other)).toEqual([]);
    const back = progress.answerQuestion(caller, book.id, 'earlier', phone);
    expect(back).toMatchObject({ current_page: 17, device: phone });
    expect(asked()).toEqual([]);
    expect(pages()).toEqual([17, 1, 17]);
  });

  test('stays where it is when the person says so', () => {
    comesBack();
    expect(progress.answerQuestion(caller, book.id, 'later', phone).current_page).toBe(1);
    expect(asked()).toEqual([]);
    expect(() => progress.answerQuestion(caller, book.id, 'later', phone)).toThrow(
      'There is no open question',
    );
  });

  test('is asked about for a week', () => {
    comesBack();
    later(7 * 24 * 60 - 1);
    expect(asked()).toHaveLength(1);
    later(1);
    expect(asked()).toEqual([]);
    expect(pages()).toEqual([1, 17]);
  });

  test('goes on being asked about while the beginning is read, and ends past the place', () => {
    comesBack();
    for (const target of [2, 3, 9, 16]) read(target);
    expect(asked()).toEqual([[17, 16]]);
    read(17);
    expect(asked()).toEqual([]);
  });

  test('asks about the furthest place where it happens again', () => {
    comesBack();
    read(8);
    later(600);
    read(1, tablet);
    expect(asked()).toEqual([[17, 1]]);
    progress.answerQuestion(caller, book.id, 'later', phone);
    read(30, phone);
    later(600);
    read(2, tablet);
    expect(asked()).toEqual([[30, 2]]);
  });

  test('is noticed on the same device after a pause', () => {
    read(17, phone);
    later(2);
    read(1, phone);
    expect(asked()).toEqual([[17, 1]]);
  });

  test.each<[string, () => void]>([
    [
      'a finished book is begun anew',
      () => {
        read(200);
        later(600);
        read(1, tablet);
      },
    ],
    [
      'a book is marked unread',
      () => {
        comesBack();
        progress.clear(caller, book.id);
      },
    ],
    [
      'it is marked as read',
      () => {
        comesBack();
        progress.markRead(caller, book.id);
      },
    ],
    ['the person begins anew on purpose', () => comesBack({ restart: true })],
    [
      'little was read',
      () => {
        read(4);
        later(600);
        read(1, tablet);
      },
    ],
    [
      'somebody leafs back',
      () => {
        for (const index of [17, 14, 10, 6, 3, 1]) {
          later(2);
          read(index);
        }
      },
    ],
    [
      'somebody turns back at once on the same device',
      () => {
        read(17);
        later(0.5);
        read(1);
      },
    ],
    [
      'the jump ends elsewhere',
      () => {
        read(90);
        later(600);
        read(10, tablet);
      },
    ],
  ])('is none where %s', (_what, happens) => {
    happens();
    expect(asked()).toEqual([]);
  });
});

describe('the history of places', () => {
  test('has one place for a sitting, and keeps what a long jump leaves', () => {
    for (let index = 1; index <= 60; index += 1) {
      read(index);
      later(0.5);
    }
    expect(pages()).toEqual([60]);
    read(120);
    read(121);
    read(20);
    expect(pages()).toEqual([20, 121, 60]);
    later(40);
    read(22);
    read(23, tablet);
    expect(pages()).toEqual([23, 22, 20, 121, 60]);
    expect(readingPlaceSchema.strict().array().parse(places())).toHaveLength(5);
  });

  test('puts any of them back, also after the book was marked unread', () => {
    read(17, tablet, { location: 'somewhere' });
    later(600);
    read(90);
    progress.clear(caller, book.id);
    const old = places().at(-1);
    expect(progress.restorePlace(caller, book.id, old?.id ?? '', phone)).toMatchObject({
      current_page: 17,
      location: 'somewhere',
      is_completed: false,
      device: phone,
    });
    expect(pages()).toEqual([17, 90, 17]);
  });

  test('is bounded, belongs to one person and to one book', () => {
    for (let index = 0; index < 130; index += 1) {
      later(60);
      read(10 + (index % 50));
    }
    expect(places()).toHaveLength(100);
    expect(places(other)).toEqual([]);
    const [mine] = places();
    expect(() => progress.restorePlace(other, book.id, mine?.id ?? '', null)).toThrow('not found');
  });

  test('keeps the place that is asked about, however much is read since', () => {
    read(150, tablet);
    later(600);
    read(1);
    for (let index = 0; index < 130; index += 1) {
      later(40);
      read(3 + (index % 40));
    }
    expect(places()).toHaveLength(101);
    expect(asked()).toEqual([[150, 12]]);
  });
});
