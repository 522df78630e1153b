import { join } from 'node:path';

import { expect } from 'vitest';

import { endpoints } from '../../shared/api/index.ts';
import type { Paginated } from '../../shared/endpoint.ts';
import { connect } from '../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../testing/seed.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

type Page = Paginated<{ id: string; title: string }>;

/** Common properties of all lists: envelope, pagination and limits. */
export const lists: DescribeArea = (coverage, fixture) => {
  envelope(coverage, fixture);
  pagination(coverage, fixture);
};

const envelope: DescribeArea = ({ describeRow }, fixture) => {
  const row = (field: string) => `Paginated response envelope: ${field}`;
  // Six books in pages of four.
  const pageOf = (page: number) =>
    fixture().get<Page>(`/books?sort=title,asc&pageSize=4&page=${page}`);
  const posted = async () =>
    (await fixture().send<Page>('POST', '/series/list?pageSize=2&page=2', {})).body;
  /** Follows a paging link, a path relative to the server's URL. */
  const follow = async (link: string | null): Promise<Page> => {
    expect(link).toMatch(/^\/api\/v1\/.*[?&]page=\d+/);
    expect(link).toMatch(/[?&]pageSize=\d+/);
    return fixture().get<Page>(link?.replace('/api/v1', '') ?? '');
  };

  describeRow(row('data'), 'the items of the page, in the order of the list', async () => {
    const both = [...(await pageOf(1)).data, ...(await pageOf(2)).data];
    const all = await fixture().list<{ id: string }>('/books?sort=title,asc');
    expect(both.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect((await pageOf(1)).data).toHaveLength(4);
    expect((await posted()).data).toHaveLength(1);
  });

  describeRow(row('page'), 'the number of the page, a whole number', async () => {
    expect((await pageOf(2)).page).toBe(2);
    expect((await posted()).page).toBe(2);
  });

  describeRow(row('pageSize'), 'the number of items on a page, a whole number', async () => {
    expect((await pageOf(2)).pageSize).toBe(4);
    expect((await posted()).pageSize).toBe(2);
  });

  describeRow(row('total'), 'the number of items on all pages', async () => {
    expect((await pageOf(2)).total).toBe(6);
    expect((await posted()).total).toBe(3);
  });

  describeRow(row('totalPages'), 'the number of pages, 0 for an empty list', async () => {
    expect((await pageOf(1)).totalPages).toBe(2);
    expect((await posted()).totalPages).toBe(2);
    expect((await fixture().get<Page>('/duplicates')).totalPages).toBe(0);
  });

  describeRow(
    row('links'),
    'an object of self, first, last, prev and next on every list',
    async () => {
      const names = ['self', 'first', 'last', 'prev', 'next'];
      const lists = endpoints.filter(({ method, list }) => method === 'GET' && list);
      const paths = lists.map(({ path }) => path).filter((path) => !path.includes('{'));
      expect(paths.length).toBeGreaterThan(20);
      for (const path of paths) {
        const { links } = await fixture().get<Page>(path);
        expect([path, Object.keys(links)]).toEqual([path, names]);
      }
      expect(Object.keys((await posted()).links)).toEqual(names);
    },
  );

  describeRow(
    row('links.self'),
    'a relative path to this page, with page and pageSize',
    async () => {
      const page = await pageOf(2);
      expect(await follow(page.links.self)).toEqual(page);
    },
  );

  describeRow(
    row('links.first'),
    'a relative path to the first page, even of an empty list',
    async () => {
      expect(await follow((await pageOf(2)).links.first)).toEqual(await pageOf(1));
      expect((await follow((await fixture().get<Page>('/duplicates')).links.first)).page).toBe(1);
    },
  );

  describeRow(
    row('links.last'),
    'a relative path to the last page, even of an empty list',
    async () => {
      expect(await follow((await pageOf(1)).links.last)).toEqual(await pageOf(2));
      expect((await follow((await fixture().get<Page>('/duplicates')).links.last)).page).toBe(1);
    },
  );

  describeRow(
    row('links.prev'),
    'a relative path to the previous page; null on the first',
    async () => {
      expect(await follow((await pageOf(2)).links.prev)).toEqual(await pageOf(1));
      expect((await pageOf(1)).links.prev).toBeNull();
    },
  );

  describeRow(row('links.next'), 'a relative path to the next page; null on the last', async () => {
    expect(await follow((await pageOf(1)).links.next)).toEqual(await pageOf(2));
    expect((await pageOf(2)).links.next).toBeNull();
  });
};

const pagination: DescribeArea = ({ describeRow }, fixture) => {
  const post = (query: string) => fixture().send<Page & Json>('POST', `/books/list${query}`, {});

  describeRow(
    'Pagination: page',
    'counted from 1, which is the default; pages after the last are empty; 0 is refused',
    async () => {
      const first = await fixture().get<Page>('/books?pageSize=2');
      expect(first.page).toBe(1);
      expect(first).toMatchObject({ data: [{ title: 'Akira 01' }, { title: 'Akira 02' }] });
      const second = await fixture().get<Page>('/books?pageSize=2&page=2');
      expect(second).toMatchObject({ data: [{ title: 'Akira 03' }, { title: 'Blacksad 01' }] });
      const far = await fixture().get<Page>('/books?pageSize=2&page=1000000');
      expect(far).toMatchObject({ data: [], page: 1_000_000, total: 6 });
      expect((await fixture().send('GET', '/books?page=0')).status).toBe(400);
      expect((await post('?page=2&pageSize=4')).body).toMatchObject({ page: 2, total: 6 });
      expect((await post('?page=0')).status).toBe(400);
    },
  );

  describeRow(
    ['Pagination: pageSize', 'Limits: pageSize default', 'Limits: pageSize maximum'],
    'of 600 books, a list returns 50 by default and 500 at most, GET and POST; GET accepts page_size as well',
    async () => {
      const database = connect(join(fixture().dataDir, 'octavo.db'));
      const library = seedLibrary(database, { name: 'Large', path: '/large' });
      const series = seedSeries(database, library, { name: 'Long' });
      database.transaction(() => {
        for (let number = 1; number <= 600; number += 1) seedBook(database, series, { number });
      })();
      database.close();
      const sizes = async (query: string) => {
        const got = await fixture().get<Page>(`/books${query}`);
        const posted = (await post(query)).body;
        return [got.data.length, got.pageSize, posted.data.length, posted.pageSize];
      };
      expect(await sizes('')).toEqual([50, 50, 50, 50]);
      expect(await sizes('?pageSize=7')).toEqual([7, 7, 7, 7]);
      expect(await sizes('?pageSize=500')).toEqual([500, 500, 500, 500]);
      expect(await sizes('?pageSize=501')).toEqual([500, 500, 500, 500]);
      expect(await fixture().get('/books?page_size=7')).toMatchObject({ pageSize: 7 });
    },
  );
};
