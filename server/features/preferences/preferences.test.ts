import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { Preference } from '../../../shared/api/preferences.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { preferenceKeys, preferences } from '../../../shared/preferences.ts';
import { createSendJson, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
let other: Headers;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  octavo = await startTestServer();
  other = await addUser(octavo.dataDir, { username: 'other', role: 'reader' });
});
afterAll(() => octavo.stop());

const put = (key: string, value: unknown) =>
  send<Preference>('PUT', `/user/preferences/${key}`, { value });
const list = async (headers?: Headers) =>
  (await send<Paginated<Preference>>('GET', '/user/preferences?pageSize=500', undefined, headers))
    .body.data;
const find = async (key: string, headers?: Headers) =>
  (await list(headers)).find((preference) => preference.key === key);

describe('preferences', () => {
  it('are all listed, with defaults that are valid themselves', async () => {
    const all = await list();
    expect(all.map(({ key }) => key)).toEqual([...preferenceKeys].sort());
    expect(all.every(({ is_default }) => is_default)).toBe(true);
    for (const key of preferenceKeys) {
      const { schema, default: value } = preferences[key];
      expect(schema.safeParse(value).success).toBe(true);
    }
  });

  it('belong to one user, until they are reset', async () => {
    expect((await put('theme', 'dark')).body).toMatchObject({
      key: 'theme',
      value: 'dark',
      default_value: 'system',
      is_default: false,
    });
    expect(await find('theme')).toMatchObject({ value: 'dark' });
    expect(await find('theme', other)).toMatchObject({ value: 'system' });
    expect((await send('DELETE', '/user/preferences/theme')).status).toBe(204);
    expect(await find('theme')).toMatchObject({ value: 'system', updated_at: null });
  });

  test.each([
    ['theme', 'pink'],
    ['language', 'English'],
    ['reader.preload', 11],
    ['reader.gap', '4'],
    ['reader.shift', 1],
    ['reader.epub_footer', ['weather']],
  ])('refuse for %s the value %j', async (key, value) => {
    expect((await put(key, value)).status).toBe(400);
  });

  it('need a value', async () => {
    expect((await send('PUT', '/user/preferences/theme', {})).status).toBe(400);
    expect((await send('PUT', '/user/preferences/client.a', {})).status).toBe(400);
  });

  it('hold any JSON of other apps, up to 64 KiB', async () => {
    const value = { tabs: [1, null, { open: 'ä' }] };
    expect((await put('client.phone.tabs', value)).body).toMatchObject({
      value,
      default_value: null,
      is_default: false,
    });
    expect(await find('client.phone.tabs')).toMatchObject({ value });
    expect((await put('client.nothing', null)).body.value).toBe(null);
    expect((await put('client.large', 'x'.repeat(64 * 1024 - 2))).status).toBe(200);
    expect((await put('client.large', 'x'.repeat(64 * 1024 - 1))).status).toBe(413);
    expect((await send('DELETE', '/user/preferences/client.large')).status).toBe(204);
    expect(await find('client.large')).toBeUndefined();
  });

  test.each(['colour', 'client.', 'client', '__proto__', 'client.a%2Fb'])(
    'know no %s',
    async (key) => {
      expect((await put(key, 1)).status).toBe(404);
      expect((await send('DELETE', `/user/preferences/${key}`)).status).toBe(404);
    },
  );
});
