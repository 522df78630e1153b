import { expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga } from '../../../testing/komga-client.ts';
import {
  authorPage,
  bookPage,
  bookShape,
  libraryShape,
  seriesPage,
  seriesShape,
  userShape,
} from '../../../testing/komga-shapes.ts';

/** Komelia, which sends its password once and uses cookies afterwards. */
const { server, client } = useKomga();
const texts = z.array(z.string());
const is = (value: unknown) => ({ operator: 'is', value });

const signedIn = async () => {
  const me = client({ keepsCookies: true });
  const path = '/api/v2/users/me?remember-me=true';
  const response = await me.ask(path, { headers: asAdmin });
  userShape.parse(await response.json());
  return me;
};

it('comes back after a restart with the cookie that lasts', async () => {
  const me = await signedIn();
  expect([...me.cookies.keys()]).toEqual(['KOMGA-SESSION', 'komga-remember-me']);
  me.cookies.delete('KOMGA-SESSION');
  await me.get(z.array(libraryShape), '/api/v1/libraries');
});

it('shows its home, a library and a book', async () => {
  const me = await signedIn();
  const { comics, manga } = server();
  const libraries = await me.get(z.array(libraryShape), '/api/v1/libraries');
  expect(libraries.map(({ name }) => name)).toEqual(['Comics', 'Manga']);
  const ids = encodeURIComponent(`${comics}, ${manga}`);
  await me.get(bookPage, `/api/v1/books/ondeck?library_id=${ids}&size=20`);
  await me.get(seriesPage, `/api/v1/series/new?library_id=${ids}&oneshot=false&size=20`);
  const updated = await me.get(seriesPage, `/api/v1/series/updated?library_id=${ids}&size=20`);
  expect(updated.totalElements).toBe(0);
  await me.post(bookPage, '/api/v1/books/list?size=20&sort=readProgress.readDate,desc', {
    condition: { allOf: [{ readStatus: is('IN_PROGRESS') }] },
  });

  for (const path of ['genres', 'tags', 'tags/book', 'tags/series', 'publishers', 'languages']) {
    await me.get(texts, `/api/v1/${path}?library_id=${comics}`);
  }
  for (const path of ['age-ratings', 'sharing-labels', 'series/release-dates']) {
    await me.get(texts, `/api/v1/${path}`);
  }
  await me.get(authorPage, '/api/v2/authors?search=canales&page=0&size=20');

  const page = await me.post(
    seriesPage,
    '/api/v1/series/list?page=0&size=20&sort=metadata.titleSort,asc',
    {
      condition: {
        allOf: [
          { libraryId: is(comics) },
          { oneShot: { operator: 'isFalse' } },
          { seriesStatus: is('ONGOING') },
          { author: is({ name: 'Juan Díaz Canales', role: 'writer' }) },
        ],
      },
      fullTextSearch: null,
    },
  );
  expect(page.content.map(({ name }) => name)).toEqual(['Blacksad']);
  const series = await me.get(seriesShape, `/api/v1/series/${page.content[0]?.id ?? ''}`);
  const books = await me.post(
    bookPage,
    '/api/v1/books/list?page=0&size=20&sort=metadata.numberSort,asc',
    { condition: { allOf: [{ seriesId: is(series.id) }] } },
  );
  const [first, second] = books.content.map(({ id }) => id);
  await me.get(bookShape, `/api/v1/books/${first ?? ''}`);
  expect((await me.get(bookShape, `/api/v1/books/${first ?? ''}/next`)).id).toBe(second);
  expect((await me.ask(`/api/v1/books/${first ?? ''}/previous`)).status).toBe(404);
});

it('signs out', async () => {
  const me = await signedIn();
  expect((await me.ask('/api/logout', { method: 'POST' })).status).toBe(204);
  expect((await me.ask('/api/v1/libraries')).status).toBe(401);
});
