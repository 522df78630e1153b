import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga } from '../../../testing/komga-client.ts';
import {
  bookPage,
  collectionShape,
  libraryShape,
  pageOf,
  seriesPage,
  seriesShape,
  userShape,
} from '../../../testing/komga-shapes.ts';

/** Paperback 0.8 and 0.9, which send Basic credentials on every call. */
const { server, client } = useKomga();
const texts = z.array(z.string());

describe('Paperback 0.8', () => {
  it('finds out by the libraries whether the password is right', async () => {
    expect((await client().ask('/api/v1/libraries')).status).toBe(401);
    await client({ headers: asAdmin }).get(z.array(libraryShape), '/api/v1/libraries');
  });

  it('shows its home, searches and opens a series', async () => {
    const me = client({ headers: asAdmin });
    await me.get(texts, '/api/v1/genres');
    await me.get(texts, '/api/v1/tags/series');
    await me.get(pageOf(collectionShape), '/api/v1/collections');
    await me.get(z.array(libraryShape), '/api/v1/libraries');
    await me.get(seriesPage, '/api/v1/series/new?page=0&size=20&deleted=false');
    await me.get(seriesPage, '/api/v1/series/updated?page=0&size=20&deleted=false');
    await me.get(bookPage, '/api/v1/books/ondeck?page=0&size=20&deleted=false');
    await me.get(
      bookPage,
      '/api/v1/books?sort=readProgress.readDate,desc&read_status=IN_PROGRESS&page=0&size=20&deleted=false',
    );
    const { comics } = server();
    const search = `page=0&size=40&search=blacksad&genre=Crime&tag=animals&library_id=${comics}`;
    const found = await me.get(seriesPage, `/api/v1/series?${search}&sort=titleSort`);
    expect(found.content.map(({ name }) => name)).toEqual(['Blacksad']);
    await me.get(seriesPage, '/api/v1/series?page=0&size=40&sort=lastModified,desc');
    const id = found.content[0]?.id ?? '';
    // The fork with a tracker appends a slash.
    for (const path of [id, `${id}/`]) {
      const series = await me.get(seriesShape, `/api/v1/series/${path}`);
      expect(series.metadata.genres).toEqual(['Crime']);
    }
    const books = await me.get(
      bookPage,
      `/api/v1/series/${id}/books?unpaged=true&media_status=READY&deleted=false`,
    );
    expect(books.content).toHaveLength(2);
  });
});

describe('Paperback 0.9', () => {
  it('finds out by the user whether there is a server', async () => {
    const me = client({ headers: asAdmin });
    expect((await me.get(userShape, '/api/v2/users/me')).email).not.toBe('');
    await me.get(z.array(libraryShape), '/api/v1/libraries');
    // A 404 tells it that there is no server.
    const nowhere = await fetch(`${server().url}/komgo/api/v2/users/me`, { headers: asAdmin });
    expect(nowhere.status).toBe(404);
  });

  it('shows its home and fills its filters', async () => {
    const me = client({ headers: asAdmin });
    await me.get(seriesPage, '/api/v1/series/new?page=0&size=20&deleted=false');
    await me.get(seriesPage, '/api/v1/series/updated?page=0&size=20&deleted=false');
    await me.get(bookPage, '/api/v1/books/ondeck?page=0&size=20&deleted=false');
    await me.get(texts, '/api/v1/genres');
    await me.get(texts, '/api/v1/tags/series');
    await me.get(pageOf(collectionShape), '/api/v1/collections');
  });

  it('searches with conditions', async () => {
    const me = client({ headers: asAdmin });
    const { comics, manga } = server();
    const page = await me.post(
      seriesPage,
      '/api/v1/series/list?page=0&size=50&sort=metadata.titleSort,asc',
      {
        fullTextSearch: 'akira',
        condition: {
          allOf: [
            { anyOf: [comics, manga].map((value) => ({ libraryId: { operator: 'is', value } })) },
            { anyOf: [{ genre: { operator: 'is', value: 'Science Fiction' } }] },
            { deleted: { operator: 'isFalse' } },
          ],
        },
      },
    );
    expect(page.content.map(({ name }) => name)).toEqual(['Akira']);
    const seriesId = page.content[0]?.id ?? '';
    const books = await me.post(bookPage, '/api/v1/books/list?unpaged=true', {
      condition: {
        seriesId: { operator: 'is', value: seriesId },
        deleted: { operator: 'isFalse' },
        mediaStatus: { operator: 'is', value: 'READY' },
      },
    });
    expect(books.content.map(({ name }) => name)).toEqual(['Akira 01', 'Akira 02', 'Akira 03']);
  });

  it.each(['created,desc', 'readDate,desc', 'booksCount,desc', 'readProgress.readDate,desc'])(
    'sorts series by %s',
    async (sort) => {
      const me = client({ headers: asAdmin });
      const path = `/api/v1/series/list?page=0&size=50&sort=${sort}`;
      expect((await me.post(seriesPage, path, {})).totalElements).toBe(3);
    },
  );
});
