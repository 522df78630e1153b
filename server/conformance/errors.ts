import { join } from 'node:path';

import { expect } from 'vitest';

import { connect } from '../database/database.ts';
import { basic, password, type Headers } from '../testing/send-json.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

/** Status codes: each through requests of several areas, errors with their body. */
export const errors: DescribeArea = ({ describeRow }, fixture) => {
  const nothing = '01900000-0000-7000-8000-000000000000';
  const statusOf = async (method: string, path: string, body?: unknown) =>
    (await fixture().send(method, path, body)).status;
  /**
   * Expects an error with this status and name, whose body has the three fields of the
   * specification.
   */
  const expectError = async (
    [status, error]: [number, string],
    [method, path, body, headers]: [string, string, unknown?, Headers?],
  ): Promise<{ message: string; details: unknown }> => {
    const answer = await fixture().send<Json>(method, path, body, headers);
    expect([path, answer.status, answer.body.error]).toEqual([path, status, error]);
    expect(Object.keys(answer.body)).toEqual(['error', 'message', 'details']);
    expect(answer.body.message).toMatch(/\w/);
    return answer.body as { message: string; details: unknown };
  };

  describeRow('Errors: 200', 'reading, changing, and starting background tasks', async () => {
    const id = await fixture().idOf('Akira 01');
    expect(await statusOf('GET', '/series')).toBe(200);
    expect(await statusOf('GET', `/books/${id}`)).toBe(200);
    expect(await statusOf('PUT', `/books/${id}/progress`, { current_page: 2 })).toBe(200);
    expect(await statusOf('POST', `/books/${id}/analyze`)).toBe(200);
    await fixture().idle();
  });

  describeRow('Errors: 201', 'creating a library, a user and an API key', async () => {
    const path = join(fixture().dir, 'Manga/Dororo');
    await fixture().send('DELETE', `/libraries/${fixture().manga}`);
    expect(await statusOf('POST', '/libraries', { name: 'Dororo', path })).toBe(201);
    expect(await statusOf('POST', '/users', { username: 'ada', password })).toBe(201);
    expect(await statusOf('POST', '/api-keys', { name: 'phone' })).toBe(201);
  });

  describeRow(
    'Errors: 204',
    'deleting a key, deleting progress and marking a book unread, without a body',
    async () => {
      const { body: key } = await fixture().send<{ id: string }>('POST', '/api-keys', {
        name: 'x',
      });
      const book = `/books/${await fixture().idOf('Akira 01')}`;
      const requests: [string, string][] = [
        ['DELETE', `/api-keys/${key.id}`],
        ['DELETE', `${book}/progress`],
        ['POST', `${book}/unread`],
      ];
      for (const [method, path] of requests) {
        const response = await fixture().request(path, { method });
        expect([path, response.status, await response.text()]).toEqual([path, 204, '']);
      }
    },
  );

  describeRow(
    'Errors: 400',
    'BadRequest for an invalid query, body or filter; details names the field',
    async () => {
      const page = await expectError([400, 'BadRequest'], ['GET', '/books?page=none']);
      expect(page.details).toMatchObject([{ path: 'query.page' }]);
      const body = await expectError([400, 'BadRequest'], ['POST', '/api-keys', { name: 7 }]);
      expect(body.details).toMatchObject([{ path: 'body.name' }]);
      const condition = { colour: { operator: 'is', value: 'red' } };
      const filter: [string, string, unknown] = ['POST', '/books/list', { condition }];
      const { details } = await expectError([400, 'BadRequest'], filter);
      expect(details).toMatchObject([{ path: 'body.condition.colour' }]);
    },
  );

  describeRow('Errors: 401', 'Unauthorized without credentials, and with wrong ones', async () => {
    const wrong: Headers[] = [
      {},
      { authorization: 'Bearer nonsense' },
      { 'x-api-key': 'octavo_unknown_key' },
      basic('admin', 'wrong'),
    ];
    for (const headers of wrong) {
      await expectError([401, 'Unauthorized'], ['GET', '/books', undefined, headers]);
    }
  });

  describeRow(
    'Errors: 403',
    'Forbidden for a reader where admin permissions are needed; names the missing one',
    async () => {
      await fixture().send('POST', '/users', { username: 'reader', password });
      for (const [path, missing] of [
        ['/users', 'users-read'],
        ['/admin/settings', 'system-admin'],
        ['/filesystem/browse', 'system-admin'],
      ] as const) {
        const { message } = await expectError(
          [403, 'Forbidden'],
          ['GET', path, undefined, basic('reader')],
        );
        expect(message).toContain(missing);
      }
    },
  );

  describeRow(
    'Errors: 404',
    'NotFound for an unknown book, series, library or path; the message names the book',
    async () => {
      const { message, details } = await expectError(
        [404, 'NotFound'],
        ['GET', `/books/${nothing}`],
      );
      expect(message).toContain('Book');
      expect(message).toContain(nothing);
      expect(details).toBeNull();
      for (const path of [`/series/${nothing}`, `/libraries/${nothing}`, '/nowhere']) {
        await expectError([404, 'NotFound'], ['GET', path]);
      }
    },
  );

  describeRow(
    'Errors: 409',
    'Conflict for a user name or a folder already in use, and for a second setup',
    async () => {
      const path = join(fixture().dir, 'Comics');
      const requests: [string, unknown][] = [
        ['/users', { username: 'ADMIN', password }],
        ['/libraries', { name: 'Twice', path }],
        ['/setup/initialize', { username: 'second', email: 'second@example.com', password }],
      ];
      for (const [url, body] of requests) await expectError([409, 'Conflict'], ['POST', url, body]);
    },
  );

  // Last, because it drops a table of the server.
  describeRow(
    'Errors: 500',
    'InternalError when the database fails, without tables, paths or code; other requests still work',
    async () => {
      const database = connect(join(fixture().dataDir, 'octavo.db'));
      database.exec('DROP TABLE preferences');
      database.close();
      const { message, details } = await expectError(
        [500, 'InternalError'],
        ['GET', '/user/preferences'],
      );
      expect(message).toBe('Something went wrong on the server');
      expect(details).toBeNull();
      expect(await statusOf('GET', '/books')).toBe(200);
    },
  );
};
