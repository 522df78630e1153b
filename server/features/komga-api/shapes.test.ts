import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startFixtureLibrary, type FixtureLibrary } from '../../testing/fixture-library.ts';
import { komgaDocument, komgaProblems } from '../../testing/komga/document.ts';

let library: FixtureLibrary;
beforeAll(async () => {
  library = await startFixtureLibrary();
}, 180_000);
afterAll(() => library.stop());

/**
 * The JSON of a GET with status 200, or null for a 204; fails unless it matches Komga's document.
 */
const get = async (path: string): Promise<unknown> => {
  const response = await fetch(`${library.octavo.url}/komga${path}`, { headers: library.reader });
  const text = await response.text();
  if (response.status === 204) return null;
  expect([path, response.status]).toEqual([path, 200]);
  const body: unknown = JSON.parse(text);
  const problems = komgaProblems('GET', path.replace(/\?.*$/s, ''), 200, body);
  expect([path, problems]).toEqual([path, null]);
  return body;
};

describe('is as Komga documents it:', () => {
  test('all that can be asked about each book, before and after it was begun', async () => {
    const { url } = library.octavo;
    expect(library.books.length).toBeGreaterThanOrEqual(48);
    for (const { id, page_count } of library.books) {
      const book = `/api/v1/books/${id}`;
      const ask = async () => {
        for (const part of ['', '/manifest', '/positions', '/progression']) await get(book + part);
      };
      await ask();
      for (const part of ['/pages', '/thumbnails', '/readlists']) await get(book + part);
      if (page_count === 0) continue;
      const marked = await fetch(`${url}/komga${book}/read-progress`, {
        method: 'PATCH',
        headers: { ...library.reader, 'content-type': 'application/json' },
        body: JSON.stringify({ page: 1 }),
      });
      expect([book, marked.status]).toEqual([book, 204]);
      await ask();
    }
  });

  test('all that can be asked about each series', async () => {
    const { content } = (await get('/api/v1/series?unpaged=true')) as { content: { id: string }[] };
    expect(content.length).toBeGreaterThan(15);
    for (const { id } of content) {
      const series = `/api/v1/series/${id}`;
      for (const part of ['', '/books', '/books?unpaged=true', '/collections', '/thumbnails']) {
        await get(series + part);
      }
      await get(`/api/v2/series/${id}/read-progress/tachiyomi`);
    }
  });

  test('every other address that gives JSON without an id', async () => {
    const paths = Object.entries(komgaDocument.paths)
      .filter(([path, methods]) => methods['get'] && !path.includes('{') && !adminOnly.has(path))
      .filter(([, methods]) => methods['get']?.responses['200']?.content)
      .map(([path]) => path);
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      await get(path);
      await get(`${path}?unpaged=true`);
      await get(`${path}?page=1&size=1`);
    }
  });
});

/** Komga sends these to administrators only. */
const adminOnly = new Set([
  '/actuator/info',
  '/api/v1/announcements',
  '/api/v1/history',
  '/api/v1/page-hashes',
  '/api/v1/page-hashes/unknown',
  '/api/v1/releases',
  '/api/v1/settings',
  '/api/v2/users',
  '/api/v2/users/authentication-activity',
]);
