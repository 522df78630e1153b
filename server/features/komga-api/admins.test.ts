import { describe, expect, it } from 'vitest';

import { useKomga, asAdmin } from '../../testing/komga-client.ts';
import { addUser } from '../../testing/users.ts';
import type { Json } from '../../conformance/fixture.ts';

const { server, client } = useKomga();

const ask = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = asAdmin,
) => {
  const response = await client({ headers }).ask(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Json };
};
const rolesOf = async (headers: Record<string, string>) =>
  (await ask('GET', '/api/v2/users/me', undefined, headers)).body['roles'];
const letAppsChange = async (apps_can_change: boolean) =>
  server().send('PUT', '/auth/me/apps', { apps_can_change });
const makeKey = async (fields: object) =>
  (await server().send<{ id: string; key: string }>('POST', '/api-keys', { name: 'k', ...fields }))
    .body;

describe('the setting', () => {
  it('of a key is its own, bounded by its permissions', async () => {
    const reading = ['series-read', 'books-read', 'libraries-read', 'collections-read'];
    const { key } = await makeKey({
      apps_can_change: true,
      permissions: [...reading, 'series-write'],
    });
    const headers = { 'x-api-key': key };
    expect(await rolesOf(headers)).toContain('ADMIN');
    const series = await server().idOf('Akira');
    const path = `/api/v1/series/${series}/metadata`;
    expect((await ask('PATCH', path, { publisher: 'Kodansha' }, headers)).status).toBe(204);
    const made = { name: 'C', ordered: true, seriesIds: [series] };
    expect((await ask('POST', '/api/v1/collections', made, headers)).status).toBe(403);
    expect((await ask('GET', '/api/v2/users', undefined, headers)).status).toBe(403);
    // The person has not turned it on.
    expect(await rolesOf(asAdmin)).not.toContain('ADMIN');
    expect((await ask('POST', '/api/v1/collections', made)).status).toBe(403);
  });

  it('of a key without a permission to change anything makes no admin', async () => {
    const { key } = await makeKey({ apps_can_change: true, permissions: ['books-read'] });
    expect(await rolesOf({ 'x-api-key': key })).not.toContain('ADMIN');
  });

  it('of a device is that of its key', async () => {
    const permissions = ['series-read', 'series-write', 'books-read'];
    const { body: made } = await server().send<{ token: string }>('POST', '/pairings', {
      permissions,
    });
    const paired = await server().send<Json>('POST', '/pairings/redeem', {
      token: made.token,
      device_name: 'Tablet',
    });
    expect(paired.status).toBe(200);
    const [device] = await server().list<{ id: string; apps_can_change: boolean }>('/devices');
    expect(device?.apps_can_change).toBe(false);
    const headers = { 'x-api-key': paired.body['api_key'] as string };
    expect(await rolesOf(headers)).not.toContain('ADMIN');
    const on = { apps_can_change: true };
    const path = `/devices/${device?.id ?? ''}`;
    expect((await server().send<Json>('PUT', path, on)).body).toMatchObject(on);
    expect(await rolesOf(headers)).toContain('ADMIN');
    expect((await server().send('PUT', path, { apps_can_change: false })).status).toBe(200);
    expect(await rolesOf(headers)).not.toContain('ADMIN');
  });

  it('ends with the next request after it is turned off', async () => {
    const permissions = ['series-read', 'books-read', 'series-write'];
    const { id, key } = await makeKey({ apps_can_change: true, permissions });
    const headers = { 'x-api-key': key };
    expect(await rolesOf(headers)).toContain('ADMIN');
    await server().send('PUT', `/api-keys/${id}`, { apps_can_change: false });
    expect(await rolesOf(headers)).not.toContain('ADMIN');
  });

  it('is not something that a key gives itself, or another key', async () => {
    const { id, key } = await makeKey({});
    const change = (method: string, path: string, body: object) =>
      server().send(method, path, body, { 'x-api-key': key });
    const on = { apps_can_change: true };
    expect((await change('PUT', `/api-keys/${id}`, on)).status).toBe(403);
    expect((await change('PUT', '/auth/me/apps', on)).status).toBe(403);
    expect((await change('POST', '/api-keys', { name: 'child', ...on })).status).toBe(403);
  });

  it('is refused to readers, and useless to a person who became one', async () => {
    const { dataDir } = server();
    const reader = await addUser(dataDir, { username: 'rita', role: 'reader' });
    const on = { apps_can_change: true };
    expect((await server().send('PUT', '/auth/me/apps', on, reader)).status).toBe(403);
    const mia = await addUser(dataDir, { username: 'mia', role: 'maintainer' });
    expect((await server().send('PUT', '/auth/me/apps', on, mia)).status).toBe(200);
    expect(await rolesOf(mia)).toContain('ADMIN');
    const { id } = (await ask('GET', '/api/v2/users/me', undefined, mia)).body;
    await server().send('PUT', `/users/${id as string}`, { role: 'reader' });
    expect(await rolesOf(mia)).not.toContain('ADMIN');
  });
});

describe('with the setting', () => {
  it('a library keeps a schedule that the format lacks, and takes one that it has', async () => {
    await letAppsChange(true);
    const { comics } = server();
    const cron = async () =>
      (await server().get<{ scanning_config: Json }>(`/libraries/${comics}`)).scanning_config[
        'cron_schedule'
      ];
    await server().send('PUT', `/libraries/${comics}`, {
      scanning_config: { cron_schedule: '30 3 * * *' },
    });
    const path = `/api/v1/libraries/${comics}`;
    const { body } = await ask('GET', path);
    expect(body).toMatchObject({ scanInterval: 'DISABLED' });
    expect((await ask('PATCH', path, body)).status).toBe(204);
    expect(await cron()).toBe('30 3 * * *');
    expect((await ask('PUT', path, { scanInterval: 'DAILY' })).status).toBe(204);
    expect(await cron()).toBe('0 0 * * *');
    expect((await ask('GET', path)).body).toMatchObject({ scanInterval: 'DAILY' });
  });

  it('a folder that is left out becomes a pattern', async () => {
    const path = `/api/v1/libraries/${server().comics}`;
    await ask('PATCH', path, { scanDirectoryExclusions: ['@eaDir', '**/Extras/**'] });
    expect((await ask('GET', path)).body).toMatchObject({
      scanDirectoryExclusions: ['**/@eaDir/**', '**/Extras/**'],
    });
  });

  it('a name in use is a 400, as in Komga', async () => {
    const seriesIds = [await server().idOf('Akira')];
    const made = { name: 'Twice', ordered: false, seriesIds };
    expect((await ask('POST', '/api/v1/collections', made)).status).toBe(200);
    const again = await ask('POST', '/api/v1/collections', made);
    expect(again.status).toBe(400);
    expect(again.body['message']).toMatch(/already exists/);
  });

  it('people are made, changed and restricted', async () => {
    const ann = {
      ...{ email: 'ann@example.com', password: 'a fine password', roles: ['FILE_DOWNLOAD'] },
      ageRestriction: { age: 13, restriction: 'EXCLUDE' },
    };
    const { status, body } = await ask('POST', '/api/v2/users', ann);
    expect([status, body['email'], body['roles']]).toEqual([
      201,
      ann.email,
      ['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'],
    ]);
    const { ageRestriction } = ann;
    expect(body).toMatchObject({ ageRestriction, sharedAllLibraries: true });
    const id = body['id'] as string;
    const path = `/api/v2/users/${id}`;
    const { comics } = server();
    const restricted = {
      sharedLibraries: { all: false, libraryIds: [comics] },
      ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' },
      labelsAllow: ['kids'],
      labelsExclude: ['grown-ups'],
    };
    const rights = async () =>
      server().get<{ restrictions: Json | null; can_download: boolean }>(`/users/${id}`);
    expect((await ask('PATCH', path, restricted)).status).toBe(204);
    expect((await ask('PATCH', path, { roles: ['PAGE_STREAMING'] })).status).toBe(204);
    expect(await rights()).toMatchObject({
      restrictions: {
        ...{ library_ids: [comics], max_age: 12, shows_unrated: false },
        ...{ allowed_labels: ['kids'], denied_labels: ['grown-ups'] },
      },
      can_download: false,
    });
    for (const refused of [
      { sharedLibraries: { all: false, libraryIds: [crypto.randomUUID()] } },
      { ageRestriction: { age: 0, restriction: 'EXCLUDE' } },
      { ageRestriction: { age: -1, restriction: 'ALLOW_ONLY' } },
      { ageRestriction: { age: 5, restriction: 'SOMETIMES' } },
      // An admin sees everything.
      { roles: ['ADMIN'], labelsAllow: ['kids'] },
    ]) {
      expect([refused, (await ask('PATCH', path, refused)).status]).toEqual([refused, 400]);
    }
    expect((await rights()).restrictions).toMatchObject({ max_age: 12 });
    const nothing = {
      ...{ ageRestriction: null, labelsAllow: [], labelsExclude: null },
      sharedLibraries: { all: true, libraryIds: [] },
    };
    expect((await ask('PATCH', path, nothing)).status).toBe(204);
    expect((await rights()).restrictions).toBeNull();
    expect((await ask('PATCH', path, { roles: ['ADMIN'] })).status).toBe(204);
    const listed = (await ask('GET', '/api/v2/users')).body as unknown as Json[];
    expect(listed.find(({ email }) => email === ann.email)?.['roles']).toContain('ADMIN');
    const password = { password: 'another fine password' };
    expect((await ask('PATCH', `${path}/password`, password)).status).toBe(204);
    expect((await ask('DELETE', path)).status).toBe(204);
  });

  it('the settings can be repeated, not changed', async () => {
    const { body } = await ask('GET', '/api/v1/settings');
    const { thumbnailSize, taskPoolSize, rememberMeDurationDays } = body;
    const same = { thumbnailSize, taskPoolSize, rememberMeDurationDays };
    expect((await ask('PATCH', '/api/v1/settings', same)).status).toBe(204);
    expect((await ask('PATCH', '/api/v1/settings', { taskPoolSize: 8 })).status).toBe(400);
  });

  it('the numbers of the server are those of its libraries', async () => {
    const { body } = await ask('GET', '/actuator/metrics/komga.books');
    const all = await server().get<{ data: { book_count: number }[] }>('/libraries');
    const sum = all.data.reduce((count, { book_count }) => count + book_count, 0);
    expect(body).toMatchObject({ measurements: [{ statistic: 'VALUE', value: sum }] });
    const metric = await ask('GET', `/actuator/metrics/komga.books?tag=library:${server().comics}`);
    expect(metric.body).not.toMatchObject({ measurements: [{ value: sum }] });
    expect((await ask('GET', '/actuator/metrics/nope')).status).toBe(404);
  });
});
