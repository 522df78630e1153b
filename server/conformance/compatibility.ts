import { expect } from 'vitest';

import type { DescribeArea } from './coverage.ts';

interface Page {
  content: { name: string; libraryId: string }[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
}

/** The listing for programs that speak another reader server's API. */
export const compatibility: DescribeArea = ({ describeRow }, fixture) => {
  const ask = async (query: string, headers: Record<string, string>) => {
    const setting = await fixture().get('/admin/settings/compat.prefix');
    return fetch(`${fixture().url}/${String(setting['value'])}/api/v1/series${query}`, { headers });
  };
  const bearer = () => ({ authorization: `Bearer ${fixture().token}` });
  const list = async (query = ''): Promise<Page> => {
    const response = await ask(query, bearer());
    expect(response.status).toBe(200);
    return (await response.json()) as Page;
  };
  const names = ({ content }: Page) => content.map(({ name }) => name);

  describeRow(
    ['Compatibility listing: page', 'Limits: page default'],
    'page 0 is the first page and the default',
    async () => {
      const all = names(await list());
      const first = await list('?page=0&size=1');
      const second = await list('?page=1&size=1');
      expect([first.number, second.number]).toEqual([0, 1]);
      expect([...names(first), ...names(second)]).toEqual(all.slice(0, 2));
      expect((await list('?size=1')).number).toBe(0);
    },
  );
  describeRow(
    ['Compatibility listing: size', 'Limits: Compatibility route size default'],
    'has 20 series unless size requests fewer or more',
    async () => {
      expect((await list()).size).toBe(20);
      const small = await list('?size=2');
      expect([small.size, small.content.length]).toEqual([2, Math.min(2, small.totalElements)]);
      expect(small.totalPages).toBe(Math.ceil(small.totalElements / 2));
    },
  );
  describeRow(
    'Compatibility listing: library_id',
    'keeps only the series of that library',
    async () => {
      const { comics, manga } = fixture();
      for (const id of [comics, manga]) {
        const { content } = await list(`?library_id=${id}`);
        expect(content.length).toBeGreaterThan(0);
        expect(new Set(content.map(({ libraryId }) => libraryId))).toEqual(new Set([id]));
      }
    },
  );
  describeRow('Compatibility listing: search', 'finds series by words', async () => {
    expect(names(await list('?search=blacksad'))).toEqual(['Blacksad']);
    expect(names(await list('?search=nothingofthekind'))).toEqual([]);
  });
};
