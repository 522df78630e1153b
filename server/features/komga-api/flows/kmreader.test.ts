import { expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga } from '../../../testing/komga-client.ts';
import {
  authorPage,
  authorsShape,
  bookPage,
  bookShape,
  libraryShape,
  seriesPage,
  userShape,
} from '../../../testing/komga-shapes.ts';

/** KMReader, which sends its session in a header and lower-case conditions. */
const { server, client } = useKomga();
const is = (value: unknown) => ({ operator: 'is', value });

/** Signs in with a password or a key; returns the headers for later requests. */
const signIn = async (credential: Record<string, string>) => {
  const settings = '/api/v1/client-settings/global/list';
  expect(
    await client().get(z.record(z.string(), z.object({ value: z.string() })), settings),
  ).toEqual({});
  const me = client({ keepsCookies: true });
  const headers = { ...credential, 'x-auth-token': '' };
  const response = await me.ask('/api/v2/users/me?remember-me=true', { headers });
  userShape.parse(await response.json());
  const token = response.headers.get('x-auth-token') ?? '';
  expect(token).not.toBe('');
  return { token, cookies: me };
};

it.each(['password', 'key'])('browses after signing in with a %s', async (what) => {
  const { body } = await server().send<{ key: string }>('POST', '/api-keys', {
    name: what,
    permissions: ['libraries-read', 'series-read', 'books-read', 'progress-read', 'pages-read'],
  });
  const { token, cookies } = await signIn(what === 'key' ? { 'x-api-key': body.key } : asAdmin);
  // The event stream sends no headers.
  await cookies.get(userShape, '/api/v2/users/me');

  const me = client({ headers: { 'x-auth-token': token } });
  const { comics, manga } = server();
  const both = `library_id=${comics}&library_id=${manga}`;
  await me.get(z.array(libraryShape), '/api/v1/libraries');
  await me.get(bookPage, `/api/v1/books/ondeck?page=0&size=20&${both}`);
  await me.get(seriesPage, `/api/v1/series/new?page=0&size=20&${both}`);
  expect((await me.get(seriesPage, `/api/v1/series/updated?${both}`)).totalElements).toBe(0);

  const page = await me.post(
    seriesPage,
    '/api/v1/series/list?page=0&size=20&sort=metadata.titleSort,asc',
    {
      condition: {
        allOf: [
          { libraryid: is(comics) },
          { oneshot: { operator: 'isfalse' } },
          { deleted: { operator: 'isfalse' } },
          { genre: { operator: 'isnot', value: 'Crime' } },
        ],
      },
    },
  );
  expect(page.content.map(({ name }) => name)).toEqual(['Akira']);
  const books = await me.post(
    bookPage,
    '/api/v1/books/list?page=0&size=20&sort=series,metadata.numberSort,asc&sort=unknown,desc',
    { condition: { allOf: [{ seriesid: is(page.content[0]?.id) }] } },
  );
  expect(books.content.map(({ number }) => number)).toEqual([1, 2, 3]);
  const book = await me.get(bookShape, `/api/v1/books/${books.content[0]?.id ?? ''}`);
  expect(book.media.mediaType).toBe('application/zip');

  await me.get(authorPage, '/api/v2/authors?unpaged=true');
  await me.get(authorsShape, '/api/v1/authors');
  for (const path of ['genres', 'tags', 'tags/book', 'publishers', 'languages']) {
    await me.get(z.array(z.string()), `/api/v1/${path}`);
  }
});

it('marks no one as an admin, so that it shows no buttons that this server has elsewhere', async () => {
  const me = client({ headers: asAdmin });
  expect((await me.get(userShape, '/api/v2/users/me')).roles).not.toContain('ADMIN');
});
