import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga } from '../../../testing/komga-client.ts';
import {
  authorPage,
  bookPage,
  libraryShape,
  pageOf,
  seriesPage,
  userShape,
} from '../../../testing/komga-shapes.ts';

/** The two web apps of the other server. */
const { server, client } = useKomga();
const ofPage = { 'x-requested-with': 'XMLHttpRequest' };
const is = (value: unknown) => ({ operator: 'is', value });

const signIn = async () => {
  const me = client({ headers: ofPage, keepsCookies: true });
  expect(await me.get(z.object({ isClaimed: z.literal(true) }), '/api/v1/claim')).toBeDefined();
  expect(await me.get(z.array(z.never()), '/api/v1/oauth2/providers')).toEqual([]);
  const refused = await me.ask('/api/v2/users/me');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null]);
  const response = await me.ask('/api/v2/users/me?remember-me=true', { headers: asAdmin });
  const { roles } = userShape.parse(await response.json());
  expect(roles).toEqual(expect.arrayContaining(['PAGE_STREAMING', 'FILE_DOWNLOAD']));
  return me;
};

describe('the classic web app', () => {
  it('shows its home and a library', async () => {
    const me = await signIn();
    await me.get(z.array(libraryShape), '/api/v1/libraries');
    // Empty pages are used to get a count.
    const count = await me.post(seriesPage, '/api/v1/series/list?size=0', {});
    expect([count.totalElements, count.content]).toEqual([3, []]);
    await me.get(bookPage, '/api/v1/books/latest?size=20');
    await me.get(seriesPage, '/api/v1/series/latest?size=20');
    await me.get(bookPage, '/api/v1/books/ondeck?size=20');

    const empty = Array.from({ length: 8 }, () => ({ anyOf: [] }));
    const condition = { allOf: [{ libraryId: is(server().comics) }, ...empty] };
    const path = '/api/v1/series/list';
    const page = await me.post(seriesPage, `${path}?page=0&size=20&sort=metadata.titleSort,asc`, {
      condition,
    });
    expect(page.content.map(({ name }) => name)).toEqual(['Akira', 'Blacksad']);
    const groups = z.array(z.strictObject({ group: z.string(), count: z.int() }));
    expect(await me.post(groups, `${path}/alphabetical-groups`, { condition })).toEqual([
      { group: 'a', count: 1 },
      { group: 'b', count: 1 },
    ]);
    expect((await me.ask('/api/logout', { method: 'POST' })).status).toBe(204);
  });
});

describe('the next web app', () => {
  it('searches with capital operators and takes names as pages', async () => {
    const me = await signIn();
    const settings = z.record(z.string(), z.object({ value: z.string() }));
    const path = '/api/v1/client-settings/user';
    const change = async (method: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      expect((await me.ask(path, { method, headers, body: JSON.stringify(body) })).status).toBe(
        204,
      );
      return me.get(settings, `${path}/list`);
    };
    const [theme, size] = [{ theme: { value: 'dark' } }, { size: { value: '50' } }];
    expect(await change('PATCH', theme)).toEqual(theme);
    expect(await change('PATCH', size)).toEqual({ ...theme, ...size });
    expect(await change('DELETE', ['theme'])).toEqual(size);
    for (const path of [
      'genres',
      'tags',
      'publishers',
      'languages',
      'age-ratings',
      'sharing-labels',
      'authors/names',
      'authors/roles',
      'series/release-years',
    ]) {
      await me.get(pageOf(z.string()), `/api/v2/${path}?unpaged=true`);
    }
    await me.get(authorPage, '/api/v2/authors?page=0&size=50');
    const page = await me.post(seriesPage, '/api/v1/series/list?page=0&size=50', {
      condition: {
        allOf: [
          { genre: { operator: 'Is', value: 'Crime' } },
          { genre: { operator: 'IsNot', value: 'Science Fiction' } },
          { oneshot: { operator: 'IsFalse' } },
        ],
      },
    });
    expect([page.size, page.content.map(({ name }) => name)]).toEqual([50, ['Blacksad']]);
  });
});
