import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ErrorBody } from '../../../shared/errors.ts';
import { parseXml } from '../../testing/opds-rules.ts';
import { startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';
import { basic } from '../../testing/send-json.ts';
import { admin } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let library: OpdsLibrary;
beforeAll(async () => {
  library = await startOpdsLibrary('small');
}, 90_000);
afterAll(() => library.stop());

const nobody = '01900000-0000-7000-8000-000000000000';

describe('who is not signed in', () => {
  it.each(['/opds', '/opds/v1.2/series', '/opds/v2', '/opds/v2/libraries'])(
    'is asked to at %s, in the way of both versions',
    async (path) => {
      const response = await library.get(path, { headers: {} });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="Octavo"/);
      expect(response.headers.get('link')).toContain(
        '</opds/v2/auth>; rel="http://opds-spec.org/auth/document"',
      );
      expect(response.headers.get('content-type')).toBe('application/opds-authentication+json');
      expect(await response.json()).toMatchObject({
        id: `${library.octavo.url}/opds/v2/auth`,
        title: 'Octavo',
        authentication: [
          {
            type: 'http://opds-spec.org/auth/basic',
            labels: { login: 'User name', password: 'Password or API key' },
          },
        ],
      });
    },
  );

  it('may read how to sign in', async () => {
    const response = await library.get('/opds/v2/auth', { headers: {} });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/opds-authentication+json',
    ]);
  });

  it('gets nothing by a wrong password', async () => {
    const authorization = `Basic ${Buffer.from('admin:guess').toString('base64')}`;
    expect((await library.get('/opds', { headers: { authorization } })).status).toBe(401);
  });

  it('gets neither file nor page', async () => {
    const { id, filename } = library.book('Many 1.cbz');
    for (const rest of [`file/${filename}`, 'pages/0']) {
      const response = await library.get(`/opds/v1.2/books/${id}/${rest}`, { headers: {} });
      expect(response.status).toBe(401);
    }
  });
});

describe('permissions', () => {
  const entriesOf = async (headers: Record<string, string>) => {
    const response = await library.get('/opds/v1.2/catalog', { headers });
    const feed = parseXml(await response.text());
    return Array.from(feed.getElementsByTagName('entry')).map(
      (entry) => entry.getElementsByTagName('title')[0]?.textContent,
    );
  };

  it('let a reader see everything there is', async () => {
    const headers = await addUser(library.octavo.dataDir, { username: 'eva', role: 'reader' });
    expect(await entriesOf(headers)).toHaveLength(13);
  });

  it('are those of a key that was typed as the password', async () => {
    const key = (await library.keyWith(['series-read', 'books-read']))['x-api-key'];
    const shelves = await entriesOf(basic(admin.username, key));
    expect(shelves).toEqual([
      'Recently added books',
      'Recently added series',
      'Recently updated series',
      'All series',
      'Series by letter',
      'All books',
      'Authors and artists',
      'Publishers',
    ]);
  });

  it('leave out of the root what a key may not see', async () => {
    const headers = await library.keyWith(['books-read']);
    expect(await entriesOf(headers)).toEqual(['Recently added books', 'All books']);
    expect((await library.get('/opds/v1.2/series', { headers })).status).toBe(403);
    const found = await library.get('/opds/v1.2/search?query=many', { headers });
    const titles = Array.from(parseXml(await found.text()).getElementsByTagName('title'));
    expect(titles.map((title) => title.textContent)).toEqual(['Search: many', 'Books: many']);
  });

  it('offer no stream to a key that may not read pages', async () => {
    const headers = await library.keyWith(['books-read', 'series-read', 'books-download']);
    const { id, series_id } = library.book('Many 1.cbz');
    const feed = await library.get(`/opds/v1.2/series/${series_id}`, { headers });
    const xml = await feed.text();
    expect([xml.includes('acquisition'), xml.includes('opds-pse/stream')]).toEqual([true, false]);
    expect((await library.get(`/opds/v1.2/books/${id}/pages/0`, { headers })).status).toBe(403);
    expect((await library.get(`/opds/v2/books/${id}/manifest`, { headers })).status).toBe(403);
  });

  it('record no progress for a key that may only look', async () => {
    const headers = await library.keyWith(['books-read', 'pages-read', 'progress-read']);
    const { id } = library.book('Many 2.cbz');
    expect((await library.get(`/opds/v1.2/books/${id}/pages/0`, { headers })).status).toBe(200);
    expect((await library.octavo.request(`/books/${id}/progress`)).status).toBe(404);
    const put = await library.get(`/opds/v2/books/${id}/progression`, { method: 'PUT', headers });
    expect(put.status).toBe(403);
  });

  it('are not lent to pages of other sites', async () => {
    const { id } = library.book('Many 3.cbz');
    const headers = await addUser(library.octavo.dataDir, { username: 'kim', role: 'reader' });
    const response = await library.get(`/opds/v2/books/${id}/progression`, {
      method: 'PUT',
      headers: { ...headers, origin: 'https://elsewhere.example' },
      body: '{}',
    });
    expect(response.status).toBe(403);
  });
});

describe('what is not there', () => {
  it.each([
    '/opds/v1',
    '/opds/v1.2/nowhere',
    `/opds/v1.2/series/${nobody}`,
    '/opds/v1.2/series/x',
    `/opds/v1.2/series?library=${nobody}`,
    `/opds/v1.2/books/${nobody}/pages/0`,
    `/opds/v1.2/books/${nobody}/file/x.cbz`,
    `/opds/v1.2/books/${nobody}/thumbnail`,
    `/opds/v1.2/collections/${nobody}`,
    `/opds/v1.2/read-lists/${nobody}`,
    '/opds/v1.2/books/latest?page=3',
    `/opds/v2/books/${nobody}`,
    `/opds/v2/books/${nobody}/progression`,
    `/opds/v2/books/${nobody}/manifest`,
  ])('is a 404 in JSON: %s', async (path) => {
    const response = await library.get(path);
    expect([response.status, await response.json()]).toMatchObject([404, { error: 'NotFound' }]);
  });

  it.each(['page=-1', 'page=x', 'page=1e99', 'library=x', 'status=maybe', 'letter=ab'])(
    'cannot be asked for by %s',
    async (query) => {
      const response = await library.get(`/opds/v2/series?${query}`);
      const { error, details } = (await response.json()) as ErrorBody;
      expect([response.status, error]).toEqual([400, 'BadRequest']);
      expect(details).toContainEqual({
        path: `query.${query.replace(/=.*/, '')}`,
        message: expect.any(String) as string,
      });
    },
  );

  it('is changed by no other method', async () => {
    const headers = { authorization: `Bearer ${library.octavo.token}` };
    const { id } = library.book('Many 1.cbz');
    const allowed = async (path: string) => {
      const response = await library.get(path, { method: 'DELETE', headers });
      return [response.status, response.headers.get('allow')];
    };
    expect(await allowed('/opds/v1.2/series')).toEqual([405, 'GET, HEAD']);
    expect(await allowed(`/opds/v2/books/${id}/progression`)).toEqual([405, 'GET, HEAD, PUT']);
  });
});
