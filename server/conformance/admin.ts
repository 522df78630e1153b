import { expect } from 'vitest';

import { basic, password } from '../testing/send-json.ts';
import { timestamp } from './formats.ts';
import type { DescribeArea } from './coverage.ts';

/** Preferences, settings, and server status. */
export const admin: DescribeArea = (coverage, fixture) => {
  preferences(coverage, fixture);
  settings(coverage, fixture);
  health(coverage, fixture);
};

const preferences: DescribeArea = ({ describeRow }, fixture) => {
  const theme = async () =>
    (await fixture().list('/user/preferences?pageSize=500')).find(({ key }) => key === 'theme');

  describeRow(
    'User preferences: GET /user/preferences',
    'all preferences of the user, including theme, language and reader options',
    async () => {
      const keys = (await fixture().list('/user/preferences?pageSize=500')).map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining(['theme', 'language', 'reader.mode']));
      await fixture().send('POST', '/users', { username: 'ada', password });
      const value = 'black';
      await fixture().send('PUT', '/user/preferences/theme', { value }, basic('ada'));
      expect(await theme()).toMatchObject({ value: 'system', is_default: true });
    },
  );

  describeRow('User preferences: PUT /user/preferences/{key}', 'keeps the value', async () => {
    const set = await fixture().send('PUT', '/user/preferences/theme', { value: 'dark' });
    expect(set).toMatchObject({ status: 200, body: { key: 'theme', value: 'dark' } });
    expect(await theme()).toMatchObject({ value: 'dark', is_default: false });
  });

  describeRow(
    'User preferences: DELETE /user/preferences/{key}',
    'resets the preference to its default',
    async () => {
      await fixture().send('PUT', '/user/preferences/theme', { value: 'dark' });
      expect((await fixture().send('DELETE', '/user/preferences/theme')).status).toBe(204);
      expect(await theme()).toMatchObject({ value: 'system', is_default: true });
    },
  );
};

const settings: DescribeArea = ({ describeRow }, fixture) => {
  const row = (endpoint: string) => `Settings: ${endpoint}`;
  const name = '/admin/settings/server.name';
  const put = (value: unknown, change_reason?: string) =>
    fixture().send('PUT', name, { value, change_reason });

  describeRow(row('GET /admin/settings'), 'lists the settings, for admins only', async () => {
    const keys = (await fixture().list('/admin/settings')).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['server.name', 'auth.token_ttl_seconds']));
    await fixture().send('POST', '/users', { username: 'reader', password });
    const refused = await fixture().send('GET', '/admin/settings', undefined, basic('reader'));
    expect(refused.status).toBe(403);
  });

  describeRow(row('GET /admin/settings/{key}'), 'the setting of that key', async () => {
    expect(await fixture().get(name)).toMatchObject({
      key: 'server.name',
      value: 'Octavo',
      default_value: 'Octavo',
    });
    expect((await fixture().send('GET', '/admin/settings/no.such')).status).toBe(404);
  });

  describeRow(row('PUT /admin/settings/{key}'), 'changes the setting', async () => {
    expect(await put('Attic')).toMatchObject({ status: 200, body: { value: 'Attic' } });
    expect(await fixture().get(name)).toMatchObject({ value: 'Attic', updated_by: 'admin' });
    expect((await put(7)).status).toBe(400);
  });

  describeRow(row('POST /admin/settings/bulk'), 'changes several settings, or none', async () => {
    const bulk = (ttl: unknown, value: string) =>
      fixture().send('POST', '/admin/settings/bulk', {
        updates: [
          { key: 'server.name', value },
          { key: 'auth.token_ttl_seconds', value: ttl },
        ],
      });
    expect((await bulk(3600, 'Cellar')).status).toBe(200);
    expect(await fixture().get(name)).toMatchObject({ value: 'Cellar' });
    const ttl = '/admin/settings/auth.token_ttl_seconds';
    expect(await fixture().get(ttl)).toMatchObject({ value: 3600 });
    expect((await bulk('soon', 'Garden')).status).toBe(400);
    expect(await fixture().get(name)).toMatchObject({ value: 'Cellar' });
  });

  describeRow(row('POST /admin/settings/{key}/reset'), 'restores the default', async () => {
    await put('Attic');
    expect(await fixture().send('POST', `${name}/reset`)).toMatchObject({
      status: 200,
      body: { value: 'Octavo' },
    });
    expect(await fixture().get(name)).toMatchObject({ value: 'Octavo', updated_at: null });
  });

  describeRow(
    row('GET /admin/settings/{key}/history'),
    'the changes of the setting, newest first: user, time, old and new value, and reason',
    async () => {
      await fixture().send('POST', `${name}/reset`);
      await put('Loft', 'We moved');
      const [last] = await fixture().list(`${name}/history`);
      expect(last).toMatchObject({
        key: 'server.name',
        old_value: 'Octavo',
        new_value: 'Loft',
        changed_by: 'admin',
        change_reason: 'We moved',
      });
      expect(last?.changed_at).toMatch(timestamp);
    },
  );
};

const health: DescribeArea = ({ describeRow }, fixture) => {
  describeRow(
    'Health and metrics: GET /health',
    'reports to anyone that the server is healthy',
    async () => {
      expect(await fixture().get('/health', {})).toMatchObject({ status: 'ok' });
    },
  );

  describeRow(
    'Health and metrics: GET /metrics',
    'counts of libraries, series, books, pages and users',
    async () => {
      expect(await fixture().get('/metrics')).toMatchObject({
        library_count: 2,
        series_count: 3,
        book_count: 6,
        page_count: 23,
        user_count: (await fixture().list('/users')).length,
      });
      expect((await fixture().send('GET', '/metrics', undefined, {})).status).toBe(401);
    },
  );
};
