import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { Setting, SettingChange } from '../../../shared/api/settings.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { createSendJson } from '../../testing/send-json.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { createSettingsService } from './service.ts';
import { createSettingsStore } from './store.ts';
import { closeDatabase, openDatabase } from '../../database/database.ts';
import { type Database } from '../../database/types.ts';
import { settingKeys } from './definitions.ts';

let octavo: TestServer;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const put = (key: string, value: unknown, change_reason?: string) =>
  send<Setting>('PUT', `/admin/settings/${key}`, { value, change_reason });
const get = async (key: string) => (await send<Setting>('GET', `/admin/settings/${key}`)).body;
const history = async (key: string) =>
  (await send<Paginated<SettingChange>>('GET', `/admin/settings/${key}/history`)).body;

describe('settings', () => {
  it('are all listed with their defaults, by page, category and order', async () => {
    const { body } = await send<Paginated<Setting>>('GET', '/admin/settings?pageSize=500');
    expect(body.total).toBe(settingKeys.length);
    expect(body.data.map(({ key }) => key)).toEqual([...settingKeys].sort());
    expect(body.data.find(({ key }) => key === 'auth.token_ttl_seconds')).toMatchObject({
      value: 86_400,
      default_value: 86_400,
      value_type: 'integer',
      category: 'auth',
      is_sensitive: false,
      updated_at: null,
      updated_by: null,
    });
    const mail = await send<Paginated<Setting>>(
      'GET',
      '/admin/settings?category=smtp&sort=key,desc&pageSize=2',
    );
    expect(mail.body.total).toBe(7);
    expect(mail.body.data.map(({ key }) => key)).toEqual(['smtp.username', 'smtp.secure']);
  });

  it('keep who changed them, when and why, until they are reset', async () => {
    expect((await put('server.name', ' Attic ', 'it is in the attic')).body).toMatchObject({
      value: 'Attic',
      default_value: 'Octavo',
      updated_by: admin.username,
    });
    await put('server.name', 'Attic', 'no change, so no entry');
    const reset = await send<Setting>('POST', '/admin/settings/server.name/reset');
    expect(reset.body).toMatchObject({ value: 'Octavo', updated_at: null });
    const { data, total } = await history('server.name');
    expect(total).toBe(2);
    expect(data[0]).toMatchObject({ old_value: 'Attic', new_value: 'Octavo', change_reason: null });
    expect(data[1]).toMatchObject({
      key: 'server.name',
      old_value: 'Octavo',
      new_value: 'Attic',
      changed_by: admin.username,
      change_reason: 'it is in the attic',
    });
  });

  it('change together or not at all', async () => {
    const bulk = (updates: { key: string; value: unknown }[]) =>
      send<ErrorBody & { data: Setting[] }>('POST', '/admin/settings/bulk', { updates });
    const good = { key: 'smtp.port', value: 465 };
    const refused = await bulk([good, { key: 'smtp.secure', value: 'yes' }]);
    expect(refused.status).toBe(400);
    expect(refused.body.details).toMatchObject([{ path: 'body.updates.1.value' }]);
    expect((await bulk([good, { key: 'smtp.prot', value: 1 }])).status).toBe(404);
    expect(await get('smtp.port')).toMatchObject({ value: 587 });
    const done = await bulk([good, { key: 'smtp.secure', value: true }]);
    expect(done.status).toBe(200);
    expect(done.body.data.map(({ value }) => value)).toEqual([465, true]);
  });

  it('never show a secret, and take its mask for "as it is"', async () => {
    expect((await put('smtp.password', 'hunter2')).body.value).toBe('********');
    await put('smtp.password', '********');
    const { data, total } = await history('smtp.password');
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({ old_value: '********', new_value: '********' });
  });

  test.each([
    ['auth.token_ttl_seconds', 'long'],
    ['auth.token_ttl_seconds', 1.5],
    ['auth.registration_enabled', 'true'],
    ['compat.prefix', 'api'],
    // Pages of the web app and feeds would answer as the Komga API.
    ['compat.prefix', 'series'],
    ['compat.prefix', 'feeds'],
    ['compat.prefix', 'Komga/x'],
    ['releases.min_confidence', 1.1],
    ['server.name', ''],
    ['server.name', null],
  ])('refuse for %s the value %j', async (key, value) => {
    expect((await put(key, value)).status).toBe(400);
  });

  test.each(['no.such', '__proto__', 'toString', "'; DROP TABLE settings"])(
    'know no %s',
    async (key) => {
      const path = `/admin/settings/${encodeURIComponent(key)}`;
      expect((await send('GET', path)).status).toBe(404);
      expect((await send('PUT', path, { value: 1 })).status).toBe(404);
      expect((await send('POST', `${path}/reset`)).status).toBe(404);
      expect((await send('GET', `${path}/history`)).status).toBe(404);
    },
  );
});

describe('a change takes effect at once', () => {
  it('for how long a sign-in lasts', async () => {
    await put('auth.token_ttl_seconds', 120);
    const { body } = await send<LoginResponse>('POST', '/auth/login', admin);
    expect(body.expires_in).toBe(120);
  });

  it('for how large a body may be', async () => {
    const login = { ...admin, note: 'x'.repeat(3000) };
    expect((await send('POST', '/auth/login', login)).status).toBe(200);
    await put('server.max_body_bytes', 2048);
    expect((await send('POST', '/auth/login', login)).status).toBe(413);
    await send('POST', '/admin/settings/server.max_body_bytes/reset');
    expect((await send('POST', '/auth/login', login)).status).toBe(200);
  });

  it('for whether strangers may register', async () => {
    const stranger = { username: 'stranger', password: 'a fine password' };
    expect((await send('POST', '/auth/register', stranger, {})).status).toBe(403);
    await put('auth.registration_enabled', true);
    expect((await send('POST', '/auth/register', stranger, {})).status).toBe(201);
  });
});

describe('the reader of settings', () => {
  const note = { by: 'admin', reason: null };
  const update = (key: string, value: unknown) => [{ key, value, path: 'body.value' }];
  let dir: string;
  let database: Database;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'octavo-settings-'));
    database = openDatabase(join(dir, 'octavo.db'));
  });
  afterEach(() => {
    closeDatabase(database);
    rmSync(dir, { recursive: true });
  });

  it('notifies listeners after a change and keeps values over a restart', () => {
    const open = () =>
      createSettingsService({ store: createSettingsStore(database), clock: () => new Date() });
    const settings = open();
    const heard: string[] = [];
    const end = settings.onChange('compat.prefix', (value) => heard.push(value));
    settings.update(update('compat.prefix', 'comics'), note);
    expect(open().get('compat.prefix')).toBe('comics');
    settings.reset('compat.prefix', note);
    end();
    settings.update(update('compat.prefix', 'manga'), note);
    expect(heard).toEqual(['comics', 'komga']);
  });

  it('falls back to the default where another version left a value that is not valid here', () => {
    database
      .prepare(
        `INSERT INTO settings VALUES ('compat.prefix', '"API"', '2026-01-01T00:00:00.000Z', 'admin'),
           ('gone.key', '1', '2026-01-01T00:00:00.000Z', 'admin')`,
      )
      .run();
    const settings = createSettingsService({
      store: createSettingsStore(database),
      clock: () => new Date(),
    });
    expect(settings.get('compat.prefix')).toBe('komga');
  });
});
