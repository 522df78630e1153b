import { expect, it } from 'vitest';

import { asAdmin, useKomga } from '../../../testing/komga-client.ts';
import { bookPage, seriesPage, userShape } from '../../../testing/komga-shapes.ts';

/** Suwatte, which requests its cookie from a separate endpoint. */
const { client } = useKomga();

it('signs in by its cookie and browses', async () => {
  const me = client({ keepsCookies: true });
  const signedIn = await me.ask('/api/v1/login/set-cookie', { headers: asAdmin });
  expect([signedIn.status, me.cookies.has('KOMGA-SESSION')]).toEqual([204, true]);
  await me.get(userShape, '/api/v2/users/me');

  await me.get(bookPage, '/api/v1/books?page=0&size=30&sort=metadata.title,asc');
  await me.get(bookPage, '/api/v1/books/ondeck?page=0&size=30');
  await me.get(seriesPage, '/api/v1/series/new?page=0&size=30');
  await me.get(seriesPage, '/api/v1/series/updated?page=0&size=30');
  const page = await me.get(seriesPage, '/api/v1/series?page=0&size=30&search=akira');
  const id = page.content[0]?.id ?? '';
  const books = await me.get(bookPage, `/api/v1/series/${id}/books?size=9999`);
  expect([books.size, books.content.length]).toEqual([9999, 3]);
});

it('has no session without a password', async () => {
  expect((await client().ask('/api/v1/login/set-cookie')).status).toBe(401);
});
