import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { updateSetting } from '../../../shared/api/settings.ts';
import { parseXml } from '../../testing/opds-rules.ts';
import { oddName, startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';

let library: OpdsLibrary;
beforeAll(async () => {
  library = await startOpdsLibrary();
}, 90_000);
afterAll(() => library.stop());

const contest = 'Pepper & Carrot 006 - The Potion Contest (2015).cbz';
const alice = "Alice's Adventures in Wonderland - Lewis Carroll.epub";
/** An id in Komga's format. */
const foreign = '0G8Z3H1J5XQ4T';

const idOf = async (path: string, name?: string): Promise<string> => {
  const { data } = (await (await library.octavo.request(path)).json()) as {
    data: { id: string; name: string }[];
  };
  const found = data.find((entry) => name === undefined || entry.name === name);
  if (!found) throw new Error(`There is nothing at ${path}`);
  return found.id;
};
/** Fills a path with existing ids. */
const filled = async (path: string): Promise<string> => {
  const { id, series_id } = library.book(path.includes('{epub}') ? alice : contest);
  const ids = {
    '{library}': await idOf('/libraries'),
    '{collection}': await idOf('/collections'),
    '{readlist}': await idOf('/read-lists'),
    '{series}': series_id,
    '{book}': id,
    '{epub}': id,
  };
  return Object.entries(ids).reduce((text, [name, value]) => text.replace(name, value), path);
};
const navigation = 'application/atom+xml;profile=opds-catalog;kind=navigation';
const acquisition = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
const feed = 'application/opds+json';

/** The title of a feed of either version. */
const titleOf = (text: string): string | null | undefined =>
  text.startsWith('{')
    ? (JSON.parse(text) as { metadata?: { title?: string } }).metadata?.title
    : parseXml(text).getElementsByTagName('title')[0]?.textContent;

describe.each(['/opds', '/komga/opds'])('an address that was saved from Komga below %s', (base) => {
  it.each([
    ['/v1.2', navigation, 'Octavo'],
    ['/v1.2/', navigation, 'Octavo'],
    ['/v1.2/catalog', navigation, 'Octavo'],
    ['/v1.2/search', 'application/opensearchdescription+xml', undefined],
    ['/v1.2/ondeck', acquisition, 'On deck'],
    ['/v1.2/keep-reading', acquisition, 'Continue reading'],
    ['/v1.2/series', navigation, 'All series'],
    ['/v1.2/series?page=0', navigation, 'All series'],
    ['/v1.2/series?search=potion', navigation, 'Search: potion'],
    ['/v1.2/series?publisher=Self-published', navigation, 'Self-published'],
    ['/v1.2/series/latest', navigation, 'Recently added series'],
    ['/v1.2/books/latest', acquisition, 'Recently added books'],
    ['/v1.2/libraries', navigation, 'Libraries'],
    ['/v1.2/libraries/{library}', navigation, 'The books & more'],
    ['/v1.2/collections', navigation, 'Collections'],
    ['/v1.2/collections/{collection}', navigation, 'Small'],
    ['/v1.2/readlists', navigation, 'Reading lists'],
    ['/v1.2/readlists/{readlist}', acquisition, 'In order'],
    ['/v1.2/publishers', navigation, 'Publishers'],
    ['/v1.2/series/{series}', acquisition, 'Pepper & Carrot'],
    ['/v1.2/books/{book}/thumbnail', 'image/jpeg', undefined],
    ['/v1.2/books/{book}/thumbnail/small', 'image/jpeg', undefined],
    ['/v1.2/books/{book}/pages/0?convert=jpeg', 'image/jpeg', undefined],
    ['/v1.2/books/{book}/file/any.cbz', 'application/vnd.comicbook+zip', undefined],
    ['/v2', feed, 'Octavo'],
    ['/v2/catalog', feed, 'Octavo'],
    ['/v2/auth', 'application/opds-authentication+json', undefined],
    ['/v2/libraries', feed, 'Libraries'],
    ['/v2/libraries/keep-reading', feed, 'Continue reading'],
    ['/v2/libraries/on-deck', feed, 'On deck'],
    ['/v2/libraries/books/latest', feed, 'Recently added books'],
    ['/v2/libraries/series/latest', feed, 'Recently added series'],
    ['/v2/libraries/series/updated', feed, 'Recently updated series'],
    ['/v2/libraries/browse', feed, 'All series'],
    ['/v2/libraries/browse?publisher=Self-published', feed, 'Self-published'],
    ['/v2/libraries/collections', feed, 'Collections'],
    ['/v2/libraries/readlists', feed, 'Reading lists'],
    ['/v2/libraries/{library}', feed, 'The books & more'],
    ['/v2/libraries/{library}/browse', feed, 'The books & more'],
    ['/v2/libraries/{library}/keep-reading', feed, 'The books & more: Continue reading'],
    ['/v2/libraries/{library}/on-deck', feed, 'The books & more: On deck'],
    ['/v2/libraries/{library}/books/latest', feed, 'The books & more: Recently added books'],
    ['/v2/libraries/{library}/series/latest', feed, 'The books & more: Recently added series'],
    ['/v2/libraries/{library}/series/updated', feed, 'The books & more: Recently updated series'],
    ['/v2/libraries/{library}/collections', feed, 'The books & more: Collections'],
    ['/v2/libraries/{library}/readlists', feed, 'The books & more: Reading lists'],
    ['/v2/keep-reading', feed, 'Continue reading'],
    ['/v2/on-deck', feed, 'On deck'],
    ['/v2/books/latest', feed, 'Recently added books'],
    ['/v2/series/latest', feed, 'Recently added series'],
    ['/v2/series/updated', feed, 'Recently updated series'],
    ['/v2/browse', feed, 'All series'],
    ['/v2/collections', feed, 'Collections'],
    ['/v2/collections/{collection}', feed, 'Small'],
    ['/v2/readlists', feed, 'Reading lists'],
    ['/v2/readlists/{readlist}', feed, 'In order'],
    ['/v2/series/{series}', feed, 'Pepper & Carrot'],
    ['/v2/search?query=potion', feed, 'Search: potion'],
    ['/v2/books/{book}/manifest', 'application/divina+json', 'The Potion Contest'],
    ['/v2/books/{book}/manifest/divina', 'application/divina+json', 'The Potion Contest'],
    ['/v2/books/{epub}/manifest/epub', 'application/webpub+json', undefined],
    ['/v2/books/{book}/pages/1', 'image/jpeg', undefined],
    ['/v2/books/{book}/pages/1?convert=png', 'image/png', undefined],
    ['/v2/books/{book}/pages/1/raw', 'image/jpeg', undefined],
    ['/v2/books/{book}/thumbnail', 'image/jpeg', undefined],
    ['/v2/books/{book}/file', 'application/vnd.comicbook+zip', undefined],
    ['/v2/books/{book}/file/any.cbz', 'application/vnd.comicbook+zip', undefined],
  ])('%s is there', async (path, type, title) => {
    const response = await library.get(base + (await filled(path)));
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    if (title !== undefined) expect(titleOf(text)).toBe(title);
  });

  it('has no progression of a book that nobody began', async () => {
    const path = await filled('/v2/books/{epub}/progression');
    expect((await library.get(base + path)).status).toBe(204);
  });

  it.each([
    `/v1.2/series/${foreign}`,
    `/v1.2/libraries/${foreign}`,
    `/v1.2/collections/${foreign}`,
    `/v1.2/readlists/${foreign}`,
    `/v1.2/books/${foreign}/thumbnail`,
    `/v1.2/books/${foreign}/thumbnail/small`,
    `/v1.2/books/${foreign}/pages/0`,
    `/v1.2/books/${foreign}/file/x.cbz`,
    `/v2/libraries/${foreign}`,
    `/v2/libraries/${foreign}/browse`,
    `/v2/libraries/${foreign}/keep-reading`,
    `/v2/libraries/${foreign}/series/letters`,
    `/v2/libraries/${foreign}/readlists`,
    `/v2/series/${foreign}`,
    `/v2/collections/${foreign}`,
    `/v2/readlists/${foreign}`,
    `/v2/books/${foreign}`,
    `/v2/books/${foreign}/manifest`,
    `/v2/books/${foreign}/pages/1`,
    `/v2/books/${foreign}/progression`,
    `/v2/books/${foreign}/thumbnail`,
    `/v2/books/${foreign}/file`,
  ])('is a 404 where it has an id of then: %s', async (path) => {
    const response = await library.get(base + path);
    expect([response.status, await response.json()]).toMatchObject([404, { error: 'NotFound' }]);
  });

  it('asks to sign in by its own address', async () => {
    for (const path of ['/v1.2/catalog', '/v2/libraries', '/v1.2/ondeck']) {
      const response = await library.get(base + path, { headers: {} });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="Octavo"/);
      expect(response.headers.get('link')).toBe(
        `<${base}/v2/auth>; rel="http://opds-spec.org/auth/document"; type="application/opds-authentication+json"`,
      );
      expect(await response.json()).toMatchObject({
        id: `${library.octavo.url}${base}/v2/auth`,
        links: [{ href: `${library.octavo.url}${base}/v2/catalog` }],
      });
    }
  });

  it('describes the search without credentials, with results at its own address', async () => {
    for (const path of ['/v1.2/search', '/v1.2/search.xml']) {
      const response = await library.get(base + path, { headers: {} });
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining(`template="${base}/v1.2/search?query={searchTerms}"`),
      ]);
    }
  });

  it('shows covers without credentials, by its own links', async () => {
    const text = await (await library.get(`${base}/v1.2/books/latest`)).text();
    const cover = /rel="http:\/\/opds-spec.org\/image" href="([^"]+)"/.exec(text)?.[1] ?? '';
    const url = cover.replaceAll('&amp;', '&');
    expect(url.startsWith(`${base}/v1.2/books/`)).toBe(true);
    expect((await library.get(url, { headers: {} })).status).toBe(200);
    expect((await library.get(url.replace(/\?.*/, ''), { headers: {} })).status).toBe(401);
  });

  it('moves progress on by the pages that are streamed', async () => {
    const pepper = 'Pepper & Carrot 001 - Potion of Flight (2014).cbz';
    const { id } = library.book(base === '/opds' ? oddName : pepper);
    const headers = { authorization: `Bearer ${library.octavo.token}`, 'user-agent': '' };
    const page = await library.get(`${base}/v1.2/books/${id}/pages/1`, { headers });
    expect(page.status).toBe(200);
    const progress = await library.octavo.request(`/books/${id}/progress`);
    expect(await progress.json()).toMatchObject({ current_page: 2 });
    // OPDS requires a name, also for a client that is not known.
    const progression = await library.get(`${base}/v2/books/${id}/progression`);
    expect(await progression.json()).toMatchObject({
      device: { id: 'urn:octavo', name: 'Octavo' },
    });
  });

  it('takes a place and gives it back by its own routes', async () => {
    const path = `${base}/v2/books/${library.book('Page Blanche (fixed layout).epub').id}`;
    const manifest = (await (await library.get(`${path}/manifest`)).json()) as {
      readingOrder: { href: string; type: string }[];
    };
    const page = manifest.readingOrder[2];
    expect(page?.href.startsWith(`${path}/`)).toBe(true);
    const body = {
      modified: base === '/opds' ? '2026-01-02T10:00:00Z' : '2026-01-03T10:00:00Z',
      device: { id: 'urn:uuid:phone', name: 'Phone' },
      locator: { ...page, locations: { progression: 0 } },
    };
    const put = await library.get(`${path}/progression`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${library.octavo.token}`,
        'content-type': 'application/vnd.readium.progression+json',
      },
      body: JSON.stringify(body),
    });
    expect(put.status).toBe(204);
    const other = base === '/opds' ? '/komga/opds' : '/opds';
    for (const target of [path, path.replace(base, other)]) {
      const place = (await (await library.get(`${target}/progression`)).json()) as {
        locator: { href: string };
      };
      expect(place.locator.href).toBe(page?.href.replace(path, target));
    }
  });
});

describe('an address as people type it', () => {
  it.each([
    '/opds/',
    '/opds/v1.2/',
    '/opds/v2/',
    '/opds/v2.0',
    '/opds/catalog',
    '/OPDS/V1.2/Catalog',
    '/Komga/OPDS/v2/catalog',
    '/komga/opds',
    '/komga/opds/',
    '/komga/opds/v1.2/',
    '//opds/v1.2/catalog',
    '/komga//opds//v2//catalog/',
  ])('%s is the catalogue', async (path) => {
    const response = await fetch(`${library.octavo.url}${path}`, {
      headers: { authorization: `Bearer ${library.octavo.token}` },
    });
    const text = await response.text();
    expect([response.status, titleOf(text)]).toEqual([200, 'Octavo']);
    const base = path.toLowerCase().includes('komga') ? '/komga/opds/' : '/opds/';
    expect(/"(\/[^"]*)\/catalog"/.exec(text)?.[1]?.startsWith(base)).toBe(true);
  });

  it('learns where the catalogue is, where nothing is there', async () => {
    const response = await library.get('/komga/opds/v1.1/catalog');
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { message: expect.stringContaining('/komga/opds/v2 (OPDS 2.0)') as string },
    ]);
  });
});

describe('the prefix', () => {
  it('takes the addresses with it when it changes', async () => {
    const setPrefix = (value: string) =>
      library.octavo.api.call(updateSetting, { params: { key: 'compat.prefix' }, body: { value } });
    await setPrefix('comics');
    try {
      const response = await library.get('/comics/opds/v1.2/catalog');
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('href="/comics/opds/v1.2/series"'),
      ]);
      expect((await library.get('/komga/opds/v1.2/catalog')).status).toBe(404);
    } finally {
      await setPrefix('komga');
    }
  });
});
