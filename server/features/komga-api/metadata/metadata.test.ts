import { beforeAll, describe, expect, it } from 'vitest';

import type { Json } from '../../../conformance/fixture.ts';
import { asAdmin, useKomga } from '../../../testing/komga-client.ts';

const { server, client } = useKomga();

const send = async (method: string, path: string, body?: unknown) => {
  const response = await client({ headers: asAdmin }).ask(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Json };
};
const metadataOf = async (path: string) => (await send('GET', path)).body['metadata'] as Json;

beforeAll(() => server().send('PUT', '/auth/me/apps', { apps_can_change: true }));

describe('a series', () => {
  it('is edited with locks, shown as such, and put back by undo', async () => {
    const path = `/api/v1/series/${await server().idOf('Akira')}`;
    const before = await metadataOf(path);
    const change = {
      summary: 'Neo-Tokyo',
      status: 'ENDED',
      readingDirection: 'RIGHT_TO_LEFT',
      ageRating: 16,
      genres: ['Cyberpunk'],
      tags: ['bikes'],
      totalBookCount: 6,
      links: [{ label: 'Wiki', url: 'https://example.com/akira' }],
      alternateTitles: [{ label: 'ja', title: 'アキラ' }],
    };
    expect((await send('PATCH', `${path}/metadata`, change)).status).toBe(204);
    const after = await metadataOf(path);
    expect(after).toMatchObject(change);
    for (const field of Object.keys(change))
      expect([field, after[`${field}Lock`]]).toEqual([field, true]);
    expect(after['publisherLock']).toBe(false);

    const { data } = await server().get<{ data: { id: string }[] }>('/edits');
    expect((await server().send('POST', `/edits/${data[0]?.id ?? ''}/undo`)).status).toBe(200);
    const restored = await metadataOf(path);
    expect({ ...restored, lastModified: before['lastModified'] }).toEqual(before);
  });

  it('gets the values of its files back by unlocking', async () => {
    const path = `/api/v1/series/${await server().idOf('Akira')}`;
    const before = await metadataOf(path);
    await send('PATCH', `${path}/metadata`, { publisher: 'Somebody', publisherLock: false });
    expect(await metadataOf(path)).toMatchObject({ publisher: 'Somebody', publisherLock: true });
    await send('PATCH', `${path}/metadata`, { publisherLock: false });
    expect(await metadataOf(path)).toMatchObject({
      publisher: before['publisher'],
      publisherLock: false,
    });
  });

  it('gets labels, which decide who sees it', async () => {
    const path = `/api/v1/series/${await server().idOf('Akira')}`;
    const change = { sharingLabels: ['grown-ups', 'kids'], sharingLabelsLock: true };
    expect((await send('PATCH', `${path}/metadata`, change)).status).toBe(204);
    const { sharingLabels } = change;
    expect(await metadataOf(path)).toMatchObject({ sharingLabels, sharingLabelsLock: false });
    expect((await send('PATCH', `${path}/metadata`, { sharingLabels: null })).status).toBe(204);
    expect(await metadataOf(path)).toMatchObject({ sharingLabels: [] });
  });

  it.each([
    [{ language: 'not a language' }, 'language'],
    [{ ageRating: 1000 }, 'age_rating'],
    [{ status: 'PAUSED' }, 'status'],
  ])('is not changed by %j', async (change, fieldName) => {
    const path = `/api/v1/series/${await server().idOf('Akira')}/metadata`;
    const { status, body } = await send('PATCH', path, change);
    expect([status, body]).toEqual([
      400,
      { violations: [expect.objectContaining({ fieldName }) as unknown] },
    ]);
  });
});

describe('a book', () => {
  it('is edited alone or with others', async () => {
    const { data } = await server().get<{ data: { id: string }[] }>('/books?pageSize=2');
    const [first = '', second = ''] = data.map(({ id }) => id);
    const change = {
      title: 'A title',
      summary: 'A summary',
      numberSort: 7.5,
      number: '7½',
      releaseDate: '1999-12-31',
      authors: [{ name: 'Ann', role: 'writer' }],
      tags: ['one'],
      isbn: '9780316769488',
      links: [{ label: 'Shop', url: 'https://example.com/' }],
    };
    const path = `/api/v1/books/${first}`;
    expect((await send('PATCH', `${path}/metadata`, change)).status).toBe(204);
    expect(await metadataOf(path)).toMatchObject({
      ...change,
      number: '7.5',
      ...{ titleLock: true, numberLock: true, numberSortLock: true, linksLock: true },
    });
    const both = { [first]: { summary: '' }, [second]: { tags: null, number: '12' } };
    expect((await send('PATCH', '/api/v1/books/metadata', both)).status).toBe(204);
    expect(await metadataOf(path)).toMatchObject({ summary: '', summaryLock: true });
    expect(await metadataOf(`/api/v1/books/${second}`)).toMatchObject({ number: '12' });
  });

  it('that is unknown changes no other one of the request', async () => {
    const { data } = await server().get<{ data: { id: string }[] }>('/books?pageSize=1');
    const id = data[0]?.id ?? '';
    const before = await metadataOf(`/api/v1/books/${id}`);
    const body = { [id]: { summary: 'New' }, [crypto.randomUUID()]: { summary: 'New' } };
    expect((await send('PATCH', '/api/v1/books/metadata', body)).status).toBe(404);
    expect(await metadataOf(`/api/v1/books/${id}`)).toEqual(before);
  });
});
