import { beforeAll, describe, expect, it } from 'vitest';

import type { Json } from '../../conformance/fixture.ts';
import { asAdmin, useKomga } from '../../testing/komga-client.ts';
import { addUser } from '../../testing/users.ts';

const { server, client } = useKomga();

interface PageOf {
  content: Json[];
  totalElements: number;
}
const get = async <T>(path: string, headers: Record<string, string> = asAdmin) => {
  const response = await client({ headers }).ask(path);
  return { status: response.status, body: (await response.json()) as T };
};
const namesOf = async (path: string, headers?: Record<string, string>) =>
  (await get<PageOf>(path, headers)).body.content.map(({ name }) => name);

const ids = { series: [] as string[], books: [] as string[] };
beforeAll(async () => {
  ids.series = [await server().idOf('Blacksad'), await server().idOf('Akira')];
  const { data } = await server().get<{ data: { id: string }[] }>('/books?pageSize=3');
  ids.books = data.map(({ id }) => id).reverse();
  await server().send('POST', '/collections', { name: 'A first one', series_ids: ids.series });
  await server().send('POST', '/want-to-read', {
    ids: [ids.series[0], ...ids.books, ids.series[1]],
  });
});

describe('what a person wants to read', () => {
  it('is the first collection and the first read list, in its order', async () => {
    expect(await namesOf('/api/v1/collections')).toEqual(['Want to read', 'A first one']);
    expect(await namesOf('/api/v1/collections?page=1&size=1')).toEqual(['A first one']);
    expect(await namesOf('/api/v1/collections?search=WANT')).toEqual(['Want to read']);
    expect(await namesOf('/api/v1/collections?search=first')).toEqual(['A first one']);
    const { body } = await get<Json>('/api/v1/collections/want-to-read');
    expect(body).toMatchObject({ name: 'Want to read', ordered: true, seriesIds: ids.series });
    const list = await get<Json>('/api/v1/readlists/want-to-read');
    expect(list.body).toMatchObject({ name: 'Want to read', summary: '', bookIds: ids.books });
  });

  it('has series, books, a cover, neighbours and progress like any list', async () => {
    const series = await get<PageOf>('/api/v1/collections/want-to-read/series');
    expect(series.body.content.map(({ id }) => id)).toEqual(ids.series);
    const books = await get<PageOf>('/api/v1/readlists/want-to-read/books');
    expect(books.body.content.map(({ id }) => id)).toEqual(ids.books);
    const cover = await client({ headers: asAdmin }).ask(
      '/api/v1/readlists/want-to-read/thumbnail',
    );
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const next = await get<Json>(`/api/v1/readlists/want-to-read/books/${ids.books[0] ?? ''}/next`);
    expect(next.body['id']).toBe(ids.books[1]);
    const progress = '/api/v1/readlists/want-to-read/read-progress/tachiyomi';
    expect((await get<Json>(progress)).body).toMatchObject({ booksCount: 3 });
    const file = await client({ headers: asAdmin }).ask('/api/v1/readlists/want-to-read/file');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
    await file.body?.cancel();
  });

  it('is found by its members, and by a filter of a search', async () => {
    const collections = await get<Json[]>(`/api/v1/series/${ids.series[1] ?? ''}/collections`);
    expect(collections.body.map(({ id }) => id)).toContain('want-to-read');
    const lists = await get<Json[]>(`/api/v1/books/${ids.books[0] ?? ''}/readlists`);
    expect(lists.body.map(({ id }) => id)).toEqual(['want-to-read']);
    const response = await client({ headers: asAdmin }).ask('/api/v1/series/list', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        condition: { collectionId: { operator: 'is', value: 'want-to-read' } },
      }),
    });
    expect((await response.json()) as PageOf).toMatchObject({ totalElements: 2 });
  });

  it('is nobody else’s, and no list while it is empty', async () => {
    const bob = await addUser(server().dataDir, { username: 'bob', role: 'reader' });
    expect(await namesOf('/api/v1/collections', bob)).toEqual(['A first one']);
    expect((await get('/api/v1/collections/want-to-read', bob)).status).toBe(404);
    expect((await get<PageOf>('/api/v1/readlists', bob)).body.content).toEqual([]);
    const { body } = await server().send<{ key: string }>('POST', '/api-keys', {
      name: 'Shelf',
      permissions: ['collections-read', 'series-read'],
    });
    const key = { 'x-api-key': body.key };
    expect(await namesOf('/api/v1/collections', key)).toEqual(['A first one']);
  });

  it('is changed by apps that can change things, and never deleted or renamed', async () => {
    const [blacksad = '', akira = ''] = ids.series;
    const send = async (method: string, body?: object) =>
      (
        await client({ headers: asAdmin }).ask('/api/v1/collections/want-to-read', {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      ).status;
    expect(await send('PATCH', { seriesIds: [akira] })).toBe(403);
    await server().send('PUT', '/auth/me/apps', { apps_can_change: true });
    expect(await send('PATCH', { seriesIds: [akira, blacksad] })).toBe(204);
    const wanted = await server().get<{ ids: string[] }>('/want-to-read/ids');
    expect(wanted.ids.filter((id) => ids.series.includes(id))).toEqual([akira, blacksad]);
    expect(wanted.ids.filter((id) => ids.books.includes(id))).toEqual(ids.books);
    expect(await send('PATCH', { seriesIds: [blacksad] })).toBe(204);
    const { body } = await get<Json>('/api/v1/collections/want-to-read');
    expect(body['seriesIds']).toEqual([blacksad]);
    expect(await send('PATCH', { name: 'Other' })).toBe(400);
    expect(await send('DELETE')).toBe(400);
  });
});
