import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';

import { noRestrictions, type Restrictions } from '../../../shared/api/restrictions.ts';
import type { User } from '../../../shared/api/users.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';
import { writeCbz } from '../../testing/zip.ts';

let scanned: ScannedLibraryServer;
let send: ReturnType<typeof createSendJson>;
/** Series with the rating in their files; unrated without one. */
const ratings = { Bone: 'Everyone', Saga: 'Mature 17+', Akira: 'FSK 16', Dororo: null };
beforeAll(async () => {
  scanned = await startScannedLibrary();
  send = createSendJson(() => scanned.octavo);
  for (const [name, rating] of Object.entries(ratings)) addBook(`${name}/1.cbz`, rating);
  await scanned.scan();
});
afterAll(() => scanned.stop());

const addBook = (path: string, rating: string | null) =>
  writeCbz(
    join(scanned.root, path),
    2,
    rating === null ? '<Title>x</Title>' : `<AgeRating>${rating}</AgeRating>`,
  );
const restrictionsOf = (given: Partial<Restrictions>): Restrictions => ({
  ...noRestrictions,
  ...given,
});
const child = restrictionsOf({ max_age: 12, shows_unrated: false });

let count = 0;
const create = async (fields: object = {}): Promise<User> => {
  const username = `person-${(count += 1)}`;
  const { status, body } = await send<User>('POST', '/users', { username, password, ...fields });
  expect(status).toBe(201);
  return body;
};
const restrict = (user: User, restrictions: Restrictions | null) =>
  send<User>('PUT', `/users/${user.id}`, { restrictions });
const namesFor = async (user: User): Promise<string[]> => {
  const headers = basic(user.username);
  const { body } = await send<Paginated<{ name: string }>>('GET', '/series', undefined, headers);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ name }) => name).sort();
};
const label = async (labels: Record<string, string[]>) => {
  for (const [name, own] of Object.entries(labels)) {
    const { id } = await scanned.seriesNamed(name);
    expect((await send('PUT', `/series/${id}`, { labels: own })).status).toBe(200);
  }
};

describe('a restricted person', () => {
  it('reads them as they were set, and sees the rest of the library at once', async () => {
    const user = await create({ restrictions: child });
    expect(user).toMatchObject({ restrictions: child, can_download: true });
    expect(await namesFor(user)).toEqual(['Bone']);
    const wider = restrictionsOf({ max_age: 16 });
    expect((await restrict(user, wider)).body.restrictions).toEqual(wider);
    expect(await namesFor(user)).toEqual(['Akira', 'Bone', 'Dororo']);
    expect((await restrict(user, null)).body.restrictions).toBeNull();
    expect(await namesFor(user)).toEqual(['Akira', 'Bone', 'Dororo', 'Saga']);
  });

  it('is restricted by nothing that hides nothing', async () => {
    expect((await create({ restrictions: noRestrictions })).restrictions).toBeNull();
  });

  it('stays so while other fields change', async () => {
    const user = await create({ restrictions: child });
    const { body } = await send<User>('PUT', `/users/${user.id}`, { email: null });
    expect(body.restrictions).toEqual(child);
    expect(await namesFor(user)).toEqual(['Bone']);
  });

  it('loses open streams when that changes', async () => {
    const user = await create();
    const stream = await checkedFetch(`${scanned.octavo.url}/api/v1/events/stream`, {
      headers: basic(user.username),
    });
    const ended = stream.text();
    await restrict(user, child);
    // Events of an earlier scan can come before its end.
    expect(await ended).toMatch(/^: connected\n\n/);
  });

  it('learns that a library has changed when a series of it becomes hidden', async () => {
    const user = await create({ restrictions: restrictionsOf({ denied_labels: ['secret'] }) });
    const headers = basic(user.username);
    const stream = await listenTo(
      { request: (path, init) => scanned.octavo.request(path, { ...init, headers }) },
      '/events/live',
    );
    const { library_id } = await scanned.seriesNamed('Bone');
    await label({ Bone: ['Secret'] });
    await vi.waitFor(() => expect(stream.events).not.toEqual([]));
    stream.close();
    const data = { type: 'library_updated', library_id, timestamp: expect.any(String) as string };
    expect(stream.events).toEqual([{ name: 'library_updated', data }]);
    await label({ Bone: [] });
  });

  it('follows what a scan reads and what people edit', async () => {
    const user = await create({ restrictions: child });
    addBook('Asterix/1.cbz', 'PEGI 7');
    await scanned.scan();
    expect(await namesFor(user)).toEqual(['Asterix', 'Bone']);

    // The highest rating of the books counts, unless a person edited that of the series.
    addBook('Asterix/2.cbz', 'X18+');
    await scanned.scan();
    expect(await namesFor(user)).toEqual(['Bone']);
    const { id } = await scanned.seriesNamed('Asterix');
    await send('PUT', `/series/${id}`, { age_rating: 6 });
    await scanned.scan('deep');
    expect(await namesFor(user)).toEqual(['Asterix', 'Bone']);

    // An edited book counts at once, not with the next scan only.
    const dororo = await scanned.bookAt('Dororo/1.cbz');
    await send('PUT', `/books/${dororo.id}`, { age_rating: 9 });
    expect(await namesFor(user)).toEqual(['Asterix', 'Bone', 'Dororo']);
    await send('PUT', `/books/${dororo.id}`, { locks: { age_rating: false } });
    expect(await namesFor(user)).toEqual(['Asterix', 'Bone']);
    scanned.remove('Asterix');
    await scanned.scan('deep');
    expect(await namesFor(user)).toEqual(['Bone']);
  });
});

describe('labels', () => {
  beforeEach(() => label({ Bone: ['Family'], Saga: ['family', 'Secret'], Akira: [], Dororo: [] }));

  test.each([
    [{ allowed_labels: ['FAMILY'] }, ['Bone', 'Saga']],
    [{ denied_labels: ['secret'] }, ['Akira', 'Bone', 'Dororo']],
    [{ allowed_labels: ['family'], denied_labels: ['secret'] }, ['Bone']],
    [{ allowed_labels: ['family', 'secret'], denied_labels: ['Family'] }, []],
    [{ allowed_labels: ['nobody has it'] }, []],
    [{ library_ids: [] }, []],
    [{ max_age: 16, shows_unrated: false, denied_labels: ['family'] }, ['Akira']],
  ])('%j show %j', async (given, visible) => {
    const restrictions = restrictionsOf(given);
    const user = await create({ restrictions });
    expect(await namesFor(user)).toEqual(visible);
    expect(await send('POST', '/users/visible-series', restrictions)).toMatchObject({
      status: 200,
      body: { visible_count: visible.length, total_count: 4 },
    });
  });

  it('that are both allowed and denied are denied', async () => {
    const both = restrictionsOf({ allowed_labels: ['family'], denied_labels: ['family'] });
    const { restrictions } = await create({ restrictions: both });
    expect(restrictions).toMatchObject({ allowed_labels: [], denied_labels: ['family'] });
  });

  it('take effect when they are given, taken and restored', async () => {
    const user = await create({ restrictions: restrictionsOf({ denied_labels: ['adult'] }) });
    const ids = [(await scanned.seriesNamed('Bone')).id, (await scanned.seriesNamed('Akira')).id];
    const edit = { ids, add: { labels: ['Adult'] }, remove: { labels: ['Family'] } };
    const { body } = await send<{ edit_id: string }>('POST', '/series/bulk-edit', edit);
    expect(await namesFor(user)).toEqual(['Dororo', 'Saga']);
    const before = await send<{ labels: string[] }>('GET', `/series/${ids[0]}`);
    expect(before.body.labels).toEqual(['Adult']);
    expect((await send('POST', `/edits/${body.edit_id}/undo`)).status).toBe(200);
    expect(await namesFor(user)).toEqual(['Akira', 'Bone', 'Dororo', 'Saga']);
    const after = await send<{ labels: string[] }>('GET', `/series/${ids[0]}`);
    expect(after.body.labels).toEqual(['Family']);
  });

  it('are not undone when somebody changed them since', async () => {
    const { id } = await scanned.seriesNamed('Akira');
    const first = await send<{ edit_id: string }>('PUT', `/series/${id}`, { labels: ['a'] });
    await send('PUT', `/series/${id}`, { labels: ['b'] });
    const undone = await send('POST', `/edits/${first.body.edit_id}/undo`);
    expect(undone.body).toMatchObject({ skipped: [{ id, fields: ['labels'] }] });
  });

  it('outlast scans, and need no lock', async () => {
    await scanned.scan('deep');
    const { id } = await scanned.seriesNamed('Bone');
    const { body } = await send<{ locks: object; values: object }>('GET', `/series/${id}/metadata`);
    expect(body.values).toMatchObject({ labels: ['Family'] });
    expect(body.locks).not.toHaveProperty('labels');
  });

  it('are the sharing labels of the Komga API', async () => {
    const komga = async <T>(path: string, { username }: User) => {
      const url = `${scanned.octavo.url}/komga/api/v1/${path}`;
      return (await (await fetch(url, { headers: basic(username) })).json()) as T;
    };
    type Page = { content: { name: string; metadata: { sharingLabels: string[] } }[] };
    const editor = await create({ role: 'maintainer' });
    expect(await komga('sharing-labels', editor)).toContain('Secret');
    const { content } = await komga<Page>('series?sharing_label=SECRET', editor);
    expect(content.map(({ name, metadata }) => [name, metadata.sharingLabels])).toEqual([
      ['Saga', ['family', 'Secret']],
    ]);

    const reader = await create();
    expect(await komga('sharing-labels', reader)).toEqual([]);
    expect((await komga<Page>('series?sharing_label=SECRET', reader)).content).toEqual([]);
    const all = await komga<Page>('series', reader);
    expect(all.content.flatMap(({ metadata }) => metadata.sharingLabels)).toEqual([]);
    expect(all.content).toHaveLength(4);
  });

  it('are found and counted by those who edit series, and hidden from everybody else', async () => {
    const condition = { label: { operator: 'is', value: 'FAMILY' } };
    const found = await send<Paginated<{ name: string }>>('POST', '/series/list', { condition });
    expect(found.body.data.map(({ name }) => name).sort()).toEqual(['Bone', 'Saga']);
    const facets = await send('GET', '/series-facets/label');
    expect(facets.body).toMatchObject({
      data: [
        { value: 'Family', count: 2 },
        { value: 'Secret', count: 1 },
      ],
    });

    const reader = basic((await create()).username);
    const { id } = await scanned.seriesNamed('Bone');
    expect((await send('POST', '/series/list', { condition }, reader)).status).toBe(403);
    expect((await send('GET', '/series-facets/label', undefined, reader)).status).toBe(403);
    for (const path of [`/series/${id}`, '/series/full']) {
      const { body } = await send('GET', path, undefined, reader);
      expect(JSON.stringify(body)).not.toMatch(/family|secret/i);
    }
  });
});

describe('an admin', () => {
  it('cannot be restricted', async () => {
    const admin = { role: 'admin' };
    const user = await create(admin);
    for (const fields of [{ restrictions: child }, { can_download: false }]) {
      expect((await send('PUT', `/users/${user.id}`, fields)).status).toBe(409);
      const body = { username: 'no', password, ...admin, ...fields };
      expect((await send('POST', '/users', body)).status).toBe(409);
    }
  });

  it('who was promoted sees everything', async () => {
    const user = await create({ restrictions: child, can_download: false });
    const { body } = await send<User>('PUT', `/users/${user.id}`, { role: 'admin' });
    expect(body).toMatchObject({ restrictions: null, can_download: true });
    expect(await namesFor(user)).toEqual(['Akira', 'Bone', 'Dororo', 'Saga']);
  });
});

describe('restrictions', () => {
  it('name libraries that exist', async () => {
    const library_ids = ['01900000-0000-7000-8000-000000000000'];
    const body = { username: 'x', password, restrictions: restrictionsOf({ library_ids }) };
    expect((await send('POST', '/users', body)).status).toBe(400);
  });

  it('to chosen libraries stay empty when these are deleted', async () => {
    const path = join(scanned.root, '../other');
    mkdirSync(path);
    const added = await send<{ id: string }>('POST', '/libraries', { name: 'Other', path });
    const restrictions = restrictionsOf({ library_ids: [added.body.id] });
    const user = await create({ restrictions });
    expect(user.restrictions).toEqual(restrictions);
    await send('DELETE', `/libraries/${added.body.id}`);
    const { body } = await send<User>('GET', `/users/${user.id}`);
    expect(body.restrictions).toEqual(restrictionsOf({ library_ids: [] }));
    expect(await namesFor(user)).toEqual([]);
  });

  it('cannot be lifted by a person who has some', async () => {
    const permissions = ['users-read', 'users-write', 'users-delete'];
    const other = await create();
    for (const limited of [{ restrictions: child }, { can_download: false }]) {
      const user = await create({ ...limited, permissions });
      const headers = basic(user.username);
      const statuses = [
        await send('PUT', `/users/${user.id}`, { restrictions: null }, headers),
        await send('PUT', `/users/${other.id}`, { password: 'taken over' }, headers),
        await send('POST', '/users', { username: 'a friend', password }, headers),
        await send('DELETE', `/users/${other.id}`, undefined, headers),
      ].map(({ status }) => status);
      expect(statuses).toEqual([403, 403, 403, 403]);
    }
  });
});

describe('downloading', () => {
  it('can be taken from a person who still reads', async () => {
    const user = await create({ can_download: false });
    const headers = basic(user.username);
    const { id } = await scanned.bookAt('Bone/1.cbz');
    const statusOf = async (path: string) =>
      (await scanned.octavo.request(path, { headers })).status;
    expect(await statusOf(`/books/${id}/file`)).toBe(403);
    expect(await statusOf(`/books/${id}/pages/1`)).toBe(200);
    const feed = await fetch(`${scanned.octavo.url}/opds/v1.2/books`, { headers });
    const xml = await feed.text();
    expect([xml.includes('opds-spec.org/acquisition"'), xml.includes('opds-pse/stream')]).toEqual([
      false,
      true,
    ]);
    const file = `${scanned.octavo.url}/opds/v1.2/books/${id}/file/1.cbz`;
    expect((await fetch(file, { headers })).status).toBe(403);
    const me = await fetch(`${scanned.octavo.url}/komga/api/v2/users/me`, { headers });
    expect(await me.json()).toMatchObject({ roles: ['USER', 'PAGE_STREAMING'] });

    await send('PUT', `/users/${user.id}`, { can_download: true });
    expect(await statusOf(`/books/${id}/file`)).toBe(200);
  });

  it('is not a permission of a key to which nobody gave it', async () => {
    const { body } = await send<{ key: string }>('POST', '/api-keys', { name: 'script' });
    const { id } = await scanned.bookAt('Bone/1.cbz');
    const statusOf = async (path: string) =>
      (await send('GET', path, undefined, { 'x-api-key': body.key })).status;
    expect([await statusOf('/books'), await statusOf('/users')]).toEqual([200, 403]);
    expect(await statusOf(`/books/${id}/file`)).toBe(403);
  });
});
