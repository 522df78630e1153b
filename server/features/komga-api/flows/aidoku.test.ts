import { expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga } from '../../../testing/komga-client.ts';
import {
  authorPage,
  bookPage,
  libraryShape,
  seriesPage,
  seriesShape,
  userShape,
} from '../../../testing/komga-shapes.ts';
import { admin } from '../../../testing/server.ts';

/** Aidoku, which sends Basic credentials on every call. */
const { server, client } = useKomga();
const is = (value: unknown) => ({ operator: 'is', value });

it('knows the server by its refusal and the user by the name that was typed', async () => {
  const refused = await client().ask('/api/v2/users/me');
  expect(await refused.json()).toMatchObject({ error: 'Unauthorized' });
  const typed = admin.username.toUpperCase();
  const authorization = `Basic ${Buffer.from(`${typed}:${admin.password}`).toString('base64')}`;
  const me = client({ headers: { authorization } });
  expect((await me.get(userShape, '/api/v2/users/me')).email).toBe(typed);
});

it('fills its filters, none of which fails', async () => {
  const me = client({ headers: asAdmin });
  const texts = [
    'genres',
    'tags',
    'publishers',
    'languages',
    'age-ratings',
    'series/release-dates',
    'sharing-labels',
  ];
  await Promise.all([
    me.get(z.array(libraryShape), '/api/v1/libraries'),
    ...texts.map((path) => me.get(z.array(z.string()), `/api/v1/${path}`)),
  ]);
  await me.get(authorPage, '/api/v2/authors?search=juan&role=writer');
});

it('browses, searches and lists the chapters of a series', async () => {
  const me = client({ headers: asAdmin });
  await me.get(bookPage, '/api/v1/books/ondeck?sort=createdDate,desc');
  await me.get(seriesPage, '/api/v1/series/new?oneshot=false&deleted=false');
  await me.get(seriesPage, '/api/v1/series/updated?oneshot=false&deleted=false');
  await me.post(bookPage, '/api/v1/books/list?page=0&size=20&sort=readProgress.readDate,desc', {
    condition: { readStatus: is('IN_PROGRESS') },
  });
  const page = await me.post(
    seriesPage,
    '/api/v1/series/list?page=0&size=20&sort=createdDate,desc',
    {
      fullTextSearch: 'dororo',
      condition: {
        allOf: [{ libraryId: is(server().manga) }, { ageRating: { operator: 'isNull' } }],
      },
    },
  );
  const id = page.content[0]?.id ?? '';
  expect((await me.get(seriesShape, `/api/v1/series/${id}`)).name).toBe('Dororo');
  const path = '/api/v1/books/list?unpaged=true&sort=metadata.numberSort,desc';
  const books = await me.post(bookPage, path, { condition: { seriesId: is(id) } });
  expect(books.content.map(({ media }) => media)).toMatchObject([
    { mediaProfile: 'DIVINA', epubDivinaCompatible: false, pagesCount: 3 },
  ]);
});
