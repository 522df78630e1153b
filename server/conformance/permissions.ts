import { expect } from 'vitest';

import { permissions, rolePermissions, type Permission } from '../../shared/permissions.ts';
import { basic, password } from '../testing/send-json.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

/**
 * A request that requires exactly this permission; its ids do not exist, so that nothing changes.
 */
interface Use {
  shows: string;
  method: string;
  path: string;
  body?: Json;
  /** Expected status with the permission. */
  status: number;
}

/** All but our own ones, which the specification does not have. */
type OwnPermission = 'books-download' | 'books-upload';
type SpecifiedPermission = Exclude<Permission, OwnPermission>;
const specified = permissions.filter(
  (name): name is SpecifiedPermission => name !== 'books-download' && name !== 'books-upload',
);

const nothing = '01900000-0000-7000-8000-000000000000';
const get = (shows: string, path: string, status = 200): Use => ({
  shows,
  method: 'GET',
  path,
  status,
});
const change = (shows: string, method: string, path: string, body?: Json, status = 404): Use => ({
  shows,
  method,
  path,
  ...(body ? { body } : {}),
  status,
});

/** Requests per permission; null if nothing in the specification requires it. */
const uses: Record<SpecifiedPermission, Use[] | null> = {
  'libraries-read': [
    get('the libraries', '/libraries'),
    get('a library', `/libraries/${nothing}`, 404),
  ],
  'libraries-write': [
    change('making libraries', 'POST', '/libraries', { name: 'x', path: 'relative' }, 400),
    change('changing them', 'PUT', `/libraries/${nothing}`, { name: 'x' }),
    change('scanning them', 'POST', `/libraries/${nothing}/scan`),
  ],
  'libraries-delete': [change('deleting libraries', 'DELETE', `/libraries/${nothing}`)],
  'series-read': [
    get('the series', '/series'),
    get('a series', `/series/${nothing}`, 404),
    get('releases', '/releases'),
  ],
  'series-write': [
    change('analysing series', 'POST', `/series/${nothing}/analyze`),
    change('following their releases', 'PUT', `/series/${nothing}/tracking`, { tracked: true }),
  ],
  'series-delete': null,
  'books-read': [get('the books', '/books'), get('a book', `/books/${nothing}`, 404)],
  'books-write': [change('reading a book’s metadata again', 'POST', `/books/${nothing}/analyze`)],
  'books-delete': [change('dismissing duplicates', 'DELETE', `/duplicates/${nothing}`)],
  'collections-read': [
    get('the collections', '/collections'),
    get('a collection', `/collections/${nothing}`, 404),
  ],
  'collections-write': [
    change('making collections', 'POST', '/collections', { name: '' }, 400),
    change('changing them', 'PUT', `/collections/${nothing}`, { name: 'x' }),
    change('changing their series', 'POST', `/collections/${nothing}/series`, { series_ids: [] }),
  ],
  'collections-delete': [change('deleting collections', 'DELETE', `/collections/${nothing}`)],
  'read-lists-read': [
    get('the read lists', '/read-lists'),
    get('a read list', `/read-lists/${nothing}`, 404),
  ],
  'read-lists-write': [
    change('making read lists', 'POST', '/read-lists', { name: '' }, 400),
    change('changing them', 'PUT', `/read-lists/${nothing}`, { name: 'x' }),
    change('changing their books', 'POST', `/read-lists/${nothing}/books`, { book_ids: [] }),
  ],
  'read-lists-delete': [change('deleting read lists', 'DELETE', `/read-lists/${nothing}`)],
  'pages-read': [
    get('the list of pages', `/books/${nothing}/pages`, 404),
    get('page images', `/books/${nothing}/pages/1`, 404),
  ],
  'progress-read': [
    get('progress', '/progress'),
    get('that of a book', `/books/${nothing}/progress`, 404),
    get('statistics', '/reading-stats'),
  ],
  'progress-write': [
    change('changing progress', 'PUT', `/books/${nothing}/progress`, { current_page: 1 }),
    change('clearing it', 'DELETE', `/books/${nothing}/progress`),
    change('marking books read', 'POST', `/books/${nothing}/read`),
    change('marking them unread', 'POST', `/books/${nothing}/unread`),
  ],
  'users-read': [get('the users', '/users')],
  'users-write': [
    change('making users', 'POST', '/users', { username: 'x', password: 'short' }, 400),
    change('changing them', 'PUT', `/users/${nothing}`, { email: null }),
  ],
  'users-delete': [change('deleting users', 'DELETE', `/users/${nothing}`)],
  'api-keys-read': [get('one’s API keys', '/api-keys')],
  'api-keys-write': [
    change('making API keys', 'POST', '/api-keys', { name: '' }, 400),
    change('changing them', 'PUT', `/api-keys/${nothing}`, { name: 'x' }),
  ],
  'api-keys-delete': [change('revoking API keys', 'DELETE', `/api-keys/${nothing}`)],
  'tasks-read': [get('the tasks', '/tasks'), get('their statistics', '/tasks/stats')],
  'tasks-write': [change('cancelling tasks', 'POST', `/tasks/${nothing}/cancel`)],
  'plugins-manage': [
    change('managing the feeds of releases', 'PUT', `/release-sources/${nothing}`, {
      enabled: false,
    }),
  ],
  'system-health': [get('metrics', '/metrics')],
  'system-admin': [
    get('settings', '/admin/settings'),
    change('changing them', 'PUT', '/admin/settings/nothing', { value: 1 }),
    get('the server’s folders', '/filesystem/browse'),
    get('and drives', '/filesystem/drives'),
  ],
};

/**
 * Tests each permission with two API keys: one with only this permission (in colon form), and one
 * with all others.
 */
export const permissionNames: DescribeArea = ({ describeRow }, fixture) => {
  const key = async (named: readonly string[]) => {
    const body = { name: 'a key', permissions: named };
    const { body: made } = await fixture().send<{ key: string; permissions: string[] }>(
      'POST',
      '/api-keys',
      body,
    );
    return { headers: { 'x-api-key': made.key }, permissions: made.permissions };
  };
  const colonForm = (name: string) => name.replace(/-(?=[^-]+$)/, ':');

  for (const permission of specified) {
    const needed = uses[permission];
    const opens = needed?.map(({ shows }) => shows).join(', ');
    describeRow(
      `Permissions: ${permission}`,
      `accepts ${colonForm(permission)}, returns ${permission}; ${opens ? `allows ${opens}` : 'keys and users can have it, although no endpoint needs it yet'}`,
      async () => {
        const holder = await key([colonForm(permission)]);
        expect(holder.permissions).toEqual([permission]);
        const me = await fixture().get('/auth/me', holder.headers);
        expect(me.permissions).toEqual([permission]);
        const others = await key(permissions.filter((name) => name !== permission));
        for (const { method, path, body, status } of needed ?? []) {
          const call = async (headers: Record<string, string>) =>
            fixture().send<{ message: string }>(method, path, body, headers);
          expect([path, (await call(holder.headers)).status]).toEqual([path, status]);
          const refused = await call(others.headers);
          expect([path, refused.status]).toEqual([path, 403]);
          expect(refused.body.message).toContain(permission);
        }
        if (!needed) await heldByUser(permission);
      },
    );
  }

  /**
   * A reader gets the permission in addition to the role, and cannot claim one that was not
   * granted.
   */
  const heldByUser = async (permission: Permission) => {
    const username = `holder of ${permission}`;
    const body = { username, password, permissions: [colonForm(permission)] };
    const { body: user } = await fixture().send<Json>('POST', '/users', body);
    expect(user.permissions).toEqual([permission]);
    const me = await fixture().get('/auth/me', basic(username));
    expect(me.permissions).toContain(permission);
    if (rolePermissions.reader.includes(permission)) return;
    await fixture().send('POST', '/users', { username: `not ${username}`, password });
    const taken = { name: 'a key', permissions: [permission] };
    const refused = await fixture().send('POST', '/api-keys', taken, basic(`not ${username}`));
    expect(refused.status).toBe(403);
  };
};
