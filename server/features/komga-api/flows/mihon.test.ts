import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga, type KomgaClient } from '../../../testing/komga-client.ts';
import {
  authorsShape,
  bookPage,
  bookShape,
  collectionShape,
  libraryShape,
  pageOf,
  seriesPage,
  seriesShape,
} from '../../../testing/komga-shapes.ts';

/** The extension of Mihon, Tachiyomi and Suwayomi, and Mihon's tracker. */
const { server, client } = useKomga();

const browse = async (me: KomgaClient) => {
  const { comics, manga } = server();
  const query = `page=0&deleted=false&library_id=${comics},${manga}&sort=metadata.titleSort,asc`;
  const page = await me.get(seriesPage, `/api/v1/series?search=&${query}`);
  expect(page.content.map(({ name }) => name)).toEqual(['Akira', 'Blacksad', 'Dororo']);

  // The first failure disables the filters.
  await me.get(z.array(libraryShape), '/api/v1/libraries');
  await me.get(pageOf(collectionShape), '/api/v1/collections?unpaged=true');
  await me.get(z.array(z.string()), '/api/v1/genres');
  await me.get(z.array(z.string()), '/api/v1/tags');
  await me.get(z.array(z.string()), '/api/v1/publishers');
  await me.get(authorsShape, '/api/v1/authors');

  const filtered = await me.get(
    seriesPage,
    `/api/v1/series?search=&page=0&deleted=false&read_status=UNREAD&read_status=IN_PROGRESS&status=ONGOING&genre=Crime&tag=animals&publisher=Dargaud&author=Juan D%C3%ADaz Canales,writer&sort=lastModifiedDate,desc`,
  );
  expect(filtered.content.map(({ name }) => name)).toEqual(['Blacksad']);

  const [found] = (await me.get(seriesPage, '/api/v1/series?search=akira&page=0&deleted=false'))
    .content;
  const series = await me.get(seriesShape, `/api/v1/series/${found?.id ?? ''}`);
  const books = await me.get(
    bookPage,
    `/api/v1/series/${series.id}/books?unpaged=true&media_status=READY&deleted=false`,
  );
  expect(books.content.map(({ metadata }) => metadata.numberSort)).toEqual([1, 2, 3]);
  for (const { media } of books.content) {
    expect(media.mediaProfile !== 'EPUB' || media.epubDivinaCompatible).toBe(true);
  }
  await me.get(bookShape, `/api/v1/books/${books.content[0]?.id ?? ''}`);
  await me.get(bookPage, '/api/v1/books?search=&page=0&deleted=false&sort=relevance,desc');
  for (const sort of ['relevance', 'metadata.titleSort', 'name', 'createdDate', 'random']) {
    const sorted = await me.get(seriesPage, `/api/v1/series?search=&${query}&sort=${sort},desc`);
    expect([sort, sorted.size, sorted.content.length]).toEqual([sort, 20, 3]);
  }
};

describe('Mihon', () => {
  it('browses with an API key', async () => {
    const { body } = await server().send<{ key: string }>('POST', '/api-keys', {
      name: 'phone',
      permissions: [
        'libraries-read',
        'series-read',
        'books-read',
        'pages-read',
        'progress-read',
        'collections-read',
      ],
    });
    await browse(client({ headers: { 'x-api-key': body.key } }));
  });

  it('sends its password only after a 401, and browses with what it got then', async () => {
    const me = client({ keepsCookies: true });
    const refused = await me.ask('/api/v1/series?search=&page=0&deleted=false');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect((await me.ask('/api/v1/series?page=0', { headers: asAdmin })).status).toBe(200);
    await browse(me);
  });

  it('lets the tracker in, which has nothing but the cookies', async () => {
    const { body } = await server().send<{ key: string }>('POST', '/api-keys', {
      name: 'phone with tracker',
      permissions: ['series-read', 'books-read', 'progress-read', 'progress-write'],
    });
    for (const headers of [asAdmin, { 'x-api-key': body.key }]) {
      const me = client({ keepsCookies: true });
      const page = await seriesPage.parseAsync(
        await (await me.ask('/api/v1/series?page=0', { headers })).json(),
      );
      const series = await me.get(seriesShape, `/api/v1/series/${page.content[0]?.id ?? ''}`);
      expect(series).toMatchObject({ booksCount: 3, booksReadCount: 0, booksUnreadCount: 3 });
    }
  });
});
