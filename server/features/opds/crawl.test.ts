import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { crawl } from '../../testing/opds-crawl.ts';
import { startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';
import { addUser } from '../../testing/users.ts';

let library: OpdsLibrary;
const callers = new Map<string, Record<string, string>>();
beforeAll(async () => {
  library = await startOpdsLibrary('whole');
  const { dataDir, token, request } = library.octavo;
  callers.set('admin', { authorization: `Bearer ${token}` });
  callers.set('reader', await addUser(dataDir, { username: 'eva', role: 'reader' }));
  const read = { method: 'PUT', headers: { 'content-type': 'application/json' } };
  for (const [name, current_page] of [
    ['Pepper & Carrot 001 - Potion of Flight (2014).cbz', 2],
    ['Many 1.cbz', 1],
    ['Moby-Dick.epub', 3],
  ] as const) {
    const body = JSON.stringify({ current_page });
    await request(`/books/${library.book(name).id}/progress`, { ...read, body });
  }
}, 180_000);
afterAll(() => library.stop());

/** Returns the errors, and the number of feeds and other URLs visited. */
const follow = async (
  start: string,
  headers: Record<string, string>,
  depth: { isThorough?: boolean; isLinksOnly?: boolean },
) => {
  const base = start.replace(/\/opds.*/, '/opds');
  const { url } = library.octavo;
  const { problems, visited } = await crawl(url, { start, base, headers, ...depth });
  const isFeed = (type: string | null) => /^application\/(?:atom\+xml|opds\+json)/.test(type ?? '');
  const feeds = [...visited.values()].filter(isFeed).length;
  return { problems, feeds, others: visited.size - feeds };
};

/** A crawl that stops early finds no errors either, hence the minimum counts. */
describe.each([
  { caller: 'admin', start: '/opds', isThorough: true, feeds: 500, others: 420 },
  { caller: 'admin', start: '/opds/v2', isThorough: true, feeds: 1300, others: 1200 },
  {
    caller: 'admin',
    start: '/komga/opds/v1.2/catalog',
    isThorough: false,
    feeds: 240,
    others: 420,
  },
  { caller: 'admin', start: '/komga/opds/v2/catalog', isThorough: false, feeds: 280, others: 1200 },
  { caller: 'reader', start: '/opds/v1.2/catalog', isThorough: false, feeds: 240, others: 420 },
  { caller: 'reader', start: '/opds/v2/catalog', isThorough: false, feeds: 280, others: 1200 },
])('$start for the $caller', ({ caller, start, isThorough, feeds, others }) => {
  it('is valid to the last link', { timeout: 300_000 }, async () => {
    const found = await follow(start, callers.get(caller) ?? {}, { isThorough });
    expect(found.problems).toEqual([]);
    expect(found.feeds).toBeGreaterThanOrEqual(feeds);
    expect(found.others).toBeGreaterThanOrEqual(others);
  });
});

describe('a key sees only links that it can follow', () => {
  it.each([
    [['books-read', 'books-download']],
    [['series-read']],
    [['books-read', 'books-download', 'series-read', 'libraries-read']],
    [['books-read', 'books-download', 'pages-read', 'progress-write']],
    [
      [
        'books-read',
        'books-download',
        'pages-read',
        'progress-read',
        'collections-read',
        'read-lists-read',
      ],
    ],
  ] as const)('with %j', { timeout: 120_000 }, async (permissions) => {
    const headers = await library.keyWith([...permissions]);
    for (const start of ['/opds', '/komga/opds/v2']) {
      expect((await follow(start, headers, { isLinksOnly: true })).problems).toEqual([]);
    }
  });
});
