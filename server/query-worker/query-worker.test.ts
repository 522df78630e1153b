import { afterEach, beforeEach, expect, test } from 'vitest';

import type { PageRequest } from '../../shared/schemas.ts';
import type { SeriesSearchSort } from '../../shared/api/series-record.ts';
import { createSeriesStore } from '../features/series/store.ts';
import { createTestStore, seedLibrary, seedSeries, type TestStore } from '../testing/seed.ts';
import { inlineIfCheap } from './run-inline-if-cheap.ts';
import { createQueryWorker, type QueryWorker } from './query-worker.ts';

let home: TestStore;
let threads: QueryWorker[];
beforeEach(() => {
  home = createTestStore();
  threads = [];
});
afterEach(async () => {
  for (const thread of threads) await thread.close();
  home.close();
});

const open = (limitMs?: number) => {
  const databasePath = home.database.name;
  const thread = createQueryWorker({ databasePath, ...(limitMs === undefined ? {} : { limitMs }) });
  threads.push(thread);
  return thread;
};
const query: PageRequest<SeriesSearchSort> = {
  page: 1,
  pageSize: 50,
  sort: { field: 'name', direction: 'asc' },
};
const contains = (value: string) =>
  ({ condition: { field: 'name', operator: 'contains', value } }) as const;

test('answers as the store does, also of what was written a moment ago', async () => {
  const library = seedLibrary(home.database);
  const store = createSeriesStore(home.database);
  const thread = open();
  for (const name of ['Élan', 'Elan vital', 'Other']) {
    seedSeries(home.database, library, { name });
    for (const filter of [contains('élan'), { fullTextSearch: 'vitla' }, {}]) {
      expect(await thread.run('series', null, query, filter)).toEqual(
        store.find(null, query, filter),
      );
    }
  }
});

test('goes on after a read that failed', async () => {
  const thread = open();
  const broken = { ...query, sort: { field: 'nothing', direction: 'asc' } } as unknown;
  await expect(thread.run('series', null, broken as typeof query, {})).rejects.toThrow(
    /failed in its thread/,
  );
  expect((await thread.run('series', null, query, {})).total).toBe(0);
});

test('gives up what takes too long, with a sentence', async () => {
  const thread = open(1);
  for (let time = 0; time < 2; time++) {
    await expect(thread.run('series', null, query, {})).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      message: expect.stringContaining('cancelled after') as string,
    });
  }
});

test('refuses when too many wait, and answers those who do', async () => {
  let count = 0;
  const thread = createQueryWorker({
    databasePath: home.database.name,
    ownerOf: () => `user ${(count += 1)}`,
  });
  threads.push(thread);
  const asked = Array.from({ length: 70 }, () => thread.run('series', null, query, {}));
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({
    reason: { code: 'ServiceUnavailable', headers: { 'Retry-After': '5' } },
  });
});

test('reads take turns between people, and too many of one are refused', async () => {
  let owner = 'ann';
  const thread = createQueryWorker({ databasePath: home.database.name, ownerOf: () => owner });
  threads.push(thread);
  const order: string[] = [];
  const ask = () => {
    const name = owner;
    return thread.run('series', null, query, {}).then(() => order.push(name));
  };
  const asked = Array.from({ length: 18 }, ask);
  owner = 'eve';
  const hers = ask();
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
  await hers;
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({ reason: { headers: { 'Retry-After': '5' } } });
  expect(order.indexOf('eve')).toBe(2);
});

test('a filter of 500 comparisons that is running ends with the server', async () => {
  const library = seedLibrary(home.database);
  home.database.transaction(() => {
    for (let number = 0; number < 2000; number++) {
      seedSeries(home.database, library, { name: `Falcon ${number}` });
    }
  })();
  const thread = open();
  await thread.run('series', null, query, {});
  const condition = { anyOf: Array.from({ length: 500 }, () => contains('fa').condition) };
  const running = thread.run('series', null, query, { condition });
  const waiting = thread.run('series', null, query, {});
  const both = Promise.allSettled([running, waiting]);
  await thread.close();
  for (const end of await both) {
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'ServiceUnavailable' } });
  }
  await expect(thread.run('series', null, query, {})).rejects.toMatchObject({
    message: 'The server is shutting down.',
  });
});

test('only what looks at many rows is found elsewhere', async () => {
  const store = {
    estimateRows: (rows: number) => rows,
    find: (_view: null, _query: null, rows: number) => `here ${rows}`,
  };
  const find = inlineIfCheap(store, async (_view, _query, rows) => `elsewhere ${rows}`);
  expect(find(null, null, 30_000)).toBe('here 30000');
  expect(await find(null, null, 30_001)).toBe('elsewhere 30001');
});
