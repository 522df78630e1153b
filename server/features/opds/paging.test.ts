import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createCollection } from '../../../shared/api/collections.ts';
import { createReadList } from '../../../shared/api/read-lists.ts';
import { connect } from '../../database/database.ts';
import { atomProblems, feedRules, parseXml } from '../../testing/opds-rules.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** More than two pages. */
const many = 101;
const names = Array.from({ length: many }, (_, index) => `Thing ${String(index + 1)}`);

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const seeded = database.transaction(() =>
    names.map((name) => {
      const library = seedLibrary(database, { name, path: `/${name}` });
      const series = seedSeries(database, library, { name, publisher: name });
      return { series: series.id, book: seedBook(database, series, { title: name }).id };
    }),
  )();
  database.close();
  const { call } = octavo.api;
  for (const [index, { series, book }] of seeded.entries()) {
    const name = names[index] ?? '';
    await call(createCollection, { body: { name, series_ids: [series] } });
    await call(createReadList, { body: { name, book_ids: [book] } });
  }
}, 60_000);
afterAll(() => octavo.stop());

const textAt = async (path: string): Promise<string> => {
  const headers = { authorization: `Bearer ${octavo.token}` };
  const response = await fetch(octavo.url + path, { headers });
  expect(response.status).toBe(200);
  return response.text();
};

interface Page {
  titles: (string | null | undefined)[];
  links: Map<string, string>;
  total: number;
}

const atomPage = (text: string): Page => {
  const feed = parseXml(text);
  expect(atomProblems(feed)).toEqual([]);
  const all = (name: string) => Array.from(feed.getElementsByTagName(name));
  return {
    titles: all('entry').map((entry) => entry.getElementsByTagName('title')[0]?.textContent),
    links: new Map(
      all('link').map((link) => [link.getAttribute('rel') ?? '', link.getAttribute('href') ?? '']),
    ),
    total: Number(all('opensearch:totalResults')[0]?.textContent),
  };
};

const jsonPage = (text: string): Page => {
  const feed = feedRules.parse(JSON.parse(text));
  return {
    titles:
      feed.navigation?.map(({ title }) => title) ??
      feed.publications?.map(({ metadata }) => metadata.title) ??
      [],
    links: new Map(feed.links.map(({ rel = '', href }) => [rel, href])),
    total: feed.metadata.numberOfItems ?? 0,
  };
};

it.each(
  ['v1.2', 'v2'].flatMap((version) =>
    [
      'series',
      'books',
      'libraries',
      'collections',
      'read-lists',
      'publishers',
      'series/latest',
    ].map((list) => [version, list] as const),
  ),
)('%s leads through all pages of %s and back', async (version, list) => {
  const read = version === 'v1.2' ? atomPage : jsonPage;
  const walk = async (start: string, rel: 'next' | 'previous') => {
    const pages: Page[] = [];
    for (let path: string | undefined = start; path !== undefined;) {
      const page: Page = read(await textAt(path));
      pages.push(page);
      path = page.links.get(rel);
    }
    return pages;
  };
  const pages = await walk(`/komga/opds/${version}/${list}`, 'next');
  expect(pages.map(({ titles }) => titles.length)).toEqual([50, 50, 1]);
  expect(pages.map(({ total }) => total)).toEqual([many, many, many]);
  expect(new Set(pages.flatMap(({ titles }) => titles))).toEqual(new Set(names));
  const [first] = pages;
  const back = await walk(first?.links.get('last') ?? '', 'previous');
  expect(back.map(({ titles }) => titles)).toEqual(pages.map(({ titles }) => titles).reverse());
  expect(back.every(({ links }) => links.get('first') === first?.links.get('first'))).toBe(true);
});
