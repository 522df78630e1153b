import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Progress } from '../../../shared/api/progress-record.ts';
import { parseXml } from '../../testing/opds-rules.ts';
import { oddName, startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';
import { readPublication } from '../../testing/readium-opds.ts';

let library: OpdsLibrary;
beforeAll(async () => {
  library = await startOpdsLibrary();
}, 90_000);
afterEach(() => vi.useRealTimers());
afterAll(() => library.stop());

interface EntryLink {
  rel: string;
  href: string;
  type: string;
  count: string | null;
  lastRead: string | null;
}

/** The links of a book's entry in the feed of its series. */
const linksOf = async (filename: string): Promise<EntryLink[]> => {
  const { id, series_id } = library.book(filename);
  const feed = parseXml(await (await library.get(`/opds/v1.2/series/${series_id}`)).text());
  const entry = Array.from(feed.getElementsByTagName('entry')).find((entry) =>
    entry.textContent?.includes(id),
  );
  return Array.from(entry?.getElementsByTagName('link') ?? []).map((link) => ({
    rel: (link.getAttribute('rel') ?? '').replace(/.*\//, ''),
    href: link.getAttribute('href') ?? '',
    type: link.getAttribute('type') ?? '',
    count: link.getAttribute('pse:count'),
    lastRead: link.getAttribute('pse:lastRead'),
  }));
};
const streamOf = async (filename: string): Promise<EntryLink> => {
  const stream = (await linksOf(filename)).find(({ rel }) => rel === 'stream');
  if (!stream) throw new Error(`${filename} cannot be streamed`);
  return stream;
};
const pageUrl = ({ href }: EntryLink, page: number, width = '{maxWidth}') =>
  href.replace('{pageNumber}', String(page)).replace('{maxWidth}', width);
const progressOf = async (filename: string): Promise<Partial<Progress>> => {
  const { id } = library.book(filename);
  const response = await library.octavo.request(`/books/${id}/progress`);
  return (await response.json()) as Partial<Progress>;
};
const contest = 'Pepper & Carrot 006 - The Potion Contest (2015).cbz';
const alice = "Alice's Adventures in Wonderland - Lewis Carroll.epub";

describe('KOReader', () => {
  it('asks with HEAD first and prefers JSON, and gets what the path says', async () => {
    const headers = {
      accept: 'application/opds+json, application/atom+xml;q=0.9, */*;q=0.1',
      authorization: `Bearer ${library.octavo.token}`,
    };
    for (const path of ['/opds', '/opds/v1.2', '/opds/v1.2/catalog', '/opds/v1.2/series']) {
      const head = await library.get(path, { method: 'HEAD', headers });
      const full = await library.get(path, { headers });
      expect([head.status, await head.text(), full.status]).toEqual([200, '', 200]);
      expect(head.headers.get('content-type')).toContain('application/atom+xml');
      expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
      // A constant date would prevent clients from refreshing their cache.
      expect(head.headers.get('last-modified')).toBeNull();
    }
  });

  it('saves a download under the name of the file', async () => {
    const file = (await linksOf(oddName)).find(({ rel }) => rel === 'acquisition');
    const response = await library.get(file?.href ?? '');
    expect(response.headers.get('content-disposition')).toContain('attachment; filename=');
    expect(response.headers.get('content-type')).toBe(file?.type);
    const { file_size } = library.book(oddName);
    expect((await response.arrayBuffer()).byteLength).toBe(file_size);
  });

  it('opens the groups of 2.0 by their links and shows the first image as cover', async () => {
    const root = (await (await library.get('/opds/v2/catalog')).json()) as {
      groups: { links: { href: string }[]; publications: { images: { href: string }[] }[] }[];
    };
    const [latest] = root.groups;
    expect((await library.get(latest?.links[0]?.href ?? '')).status).toBe(200);
    expect(latest?.publications[0]?.images[0]?.href).toMatch(/^\/opds\/v2\/books\/.*\/thumbnail\?/);
  });
});

describe('a program that streams pages', () => {
  it('counts them from 0 and gets the type that the link names', async () => {
    const stream = await streamOf(oddName);
    expect(stream).toMatchObject({ type: 'image/jpeg', count: '3', lastRead: null });
    const types = [0, 1, 2].map(async (page) => {
      const response = await library.get(pageUrl(stream, page));
      const { format } = await sharp(await response.arrayBuffer()).metadata();
      return [response.headers.get('content-type'), format];
    });
    expect(await Promise.all(types)).toEqual([
      ['image/jpeg', 'jpeg'],
      ['image/jpeg', 'jpeg'],
      ['image/jpeg', 'jpeg'],
    ]);
  });

  it('gets pages as wide as its screen', async () => {
    const stream = await streamOf(oddName);
    const response = await library.get(pageUrl(stream, 1, '200'));
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
      format: 'jpeg',
      width: 200,
      height: 300,
    });
  });

  it('finds an acquisition link beside the stream, with a file name at its end', async () => {
    const links = await linksOf(contest);
    expect(links.map(({ rel }) => rel)).toEqual([
      'image',
      'thumbnail',
      'acquisition',
      'stream',
      'progression',
    ]);
    expect(links[2]?.href).toMatch(/^\/opds\/v1\.2\/books\/[^/]+\/file\/[^/]+\.cbz$/);
  });

  it('moves progress on, but neither back nor by what it fetches in advance', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const stream = await streamOf(contest);
    const read = async (page: number, secondsLater: number) => {
      vi.setSystemTime(Date.now() + secondsLater * 1000);
      expect((await library.get(pageUrl(stream, page))).status).toBe(200);
      return (await progressOf(contest)).current_page;
    };
    expect(await read(2, 5)).toBe(3);
    expect(await read(3, 0)).toBe(3);
    expect(await read(4, 0.2)).toBe(3);
    expect(await read(5, 5)).toBe(6);
    expect(await read(0, 5)).toBe(6);
    expect(await streamOf(contest)).toMatchObject({ count: '12', lastRead: '6' });

    const shelf = await (await library.get('/opds/v1.2/keep-reading')).text();
    expect(shelf).toContain('The Potion Contest');
    expect(await read(11, 5)).toBe(12);
    expect(await progressOf(contest)).toMatchObject({ is_completed: true });
    expect(await read(3, 5)).toBe(12);
    const emptied = await (await library.get('/opds/v1.2/keep-reading')).text();
    expect(emptied).not.toContain('The Potion Contest');
  });

  it('moves nothing by asking whether a page is there', async () => {
    const stream = await streamOf('Logos 1.cbr');
    const headers = { authorization: `Bearer ${library.octavo.token}` };
    await library.get(pageUrl(stream, 0), { method: 'HEAD', headers });
    expect(await streamOf('Logos 1.cbr')).toMatchObject({ lastRead: null });
  });

  it.each(['99', '999999999999', '-1', '1.5', '{pageNumber}', 'x'])(
    'learns that there is no page %s',
    async (page) => {
      const { href } = await streamOf(oddName);
      const response = await library.get(href.replace('{pageNumber}', encodeURIComponent(page)));
      expect(response.status).toBe(404);
    },
  );
});

describe('Moon+ Reader', () => {
  it('gets covers and the search description without credentials', async () => {
    const anonymous = { headers: {} };
    expect((await library.get('/opds/v1.2/search.xml', anonymous)).status).toBe(200);
    const cover = (await linksOf(contest))[1]?.href ?? '';
    const response = await library.get(cover, anonymous);
    const { format } = await sharp(await response.arrayBuffer()).metadata();
    expect([response.status, format]).toEqual([200, 'jpeg']);
  });

  it.each([
    [
      'another book',
      (url: string) => url.replace(/books\/[^/]+/, `books/${library.book(oddName).id}`),
    ],
    ['a longer time', (url: string) => url.replace(/until=\d+/, 'until=99999')],
    ['no signature', (url: string) => url.replace(/signature=.*/, '')],
    ['half a signature', (url: string) => url.slice(0, -4)],
  ])('cannot open %s with the address of a cover', async (_, change) => {
    const cover = (await linksOf(contest))[1]?.href ?? '';
    expect((await library.get(change(cover), { headers: {} })).status).toBe(401);
  });

  it('cannot open a cover with an address that is three weeks old', async () => {
    const cover = (await linksOf(contest))[1]?.href ?? '';
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 21 * 86_400_000);
    expect((await library.get(cover, { headers: {} })).status).toBe(401);
  });
});

describe('Cantook', () => {
  const publicationOf = async (filename: string) => {
    const path = `/opds/v2/books/${library.book(filename).id}`;
    return readPublication(await (await library.get(path)).json());
  };
  const progressionOf = async (filename: string) => {
    const { Links } = await publicationOf(filename);
    const link = Links.find(({ Rel }) => Rel.includes('http://www.cantook.com/api/progression'));
    return link?.Href ?? '';
  };
  const put = async (path: string, modified: string, locator: object) => {
    const { status } = await library.get(path, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${library.octavo.token}`,
        'content-type': 'application/vnd.readium.progression+json',
      },
      body: JSON.stringify({ modified, device: { id: 'urn:uuid:phone', name: 'Phone' }, locator }),
    });
    return status;
  };

  it('sends where it is in a text and gets it back, until a newer place comes', async () => {
    const path = await progressionOf(alice);
    expect((await library.get(path)).status).toBe(204);
    const manifest = (await (
      await library.get(path.replace('progression', 'manifest'))
    ).json()) as {
      readingOrder: { href: string; type: string }[];
    };
    const chapter = manifest.readingOrder[5];
    const locator = {
      href: chapter?.href,
      type: chapter?.type,
      title: 'Somewhere',
      locations: { progression: 0.5, totalProgression: 0.4 },
    };
    expect(await put(path, '2026-01-02T10:00:00Z', locator)).toBe(204);
    const { current_page: page = 0, page_count = 0 } = await progressOf(alice);
    expect(page).toBeGreaterThan(1);
    expect(page).toBeLessThan(page_count);
    const response = await library.get(path);
    expect(response.headers.get('content-type')).toBe('application/vnd.readium.progression+json');
    expect(await response.json()).toMatchObject({
      modified: '2026-01-02T10:00:00Z',
      device: { id: 'urn:uuid:phone', name: 'Phone' },
      locator,
    });

    // Another phone was offline the day before.
    expect(await put(path, '2026-01-01T10:00:00Z', { ...locator, href: 'x' })).toBe(409);
    expect((await progressOf(alice)).current_page).toBe(page);
    // Reading continues in our own app, so the exact position is outdated.
    await library.octavo.request(`/books/${library.book(alice).id}/progress`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current_page: page_count - 1 }),
    });
    expect(await (await library.get(path)).json()).toMatchObject({
      locator: {
        href: expect.stringMatching(/^\/opds\/v2\//) as string,
        locations: { position: page_count - 1 },
      },
    });
  });

  it('sends the page of a comic by position, by its image or by how far it is', async () => {
    const filename = 'Pepper & Carrot 002 - Rainbow potions (2014).cbz';
    const path = await progressionOf(filename);
    const pageAfter = async (day: number, locator: object) => {
      expect(await put(path, `2026-02-0${day}T10:00:00Z`, locator)).toBe(204);
      return (await progressOf(filename)).current_page;
    };
    const page = path.replace('progression', 'pages/4');
    expect(await pageAfter(1, { href: 'page', locations: { position: 2 } })).toBe(2);
    expect(await pageAfter(2, { href: page, type: 'image/jpeg' })).toBe(4);
    const { page_count = 0 } = await progressOf(filename);
    expect(await pageAfter(3, { href: '', locations: { totalProgression: 1 } })).toBe(page_count);
    expect(await progressOf(filename)).toMatchObject({ is_completed: true });
    expect(await put(path, '2026-02-04T10:00:00Z', { href: 'nowhere' })).toBe(400);
    expect(await put(path, 'yesterday', { href: page })).toBe(400);
  });

  it('opens what the manifest names with the sign-in that it has', async () => {
    for (const [filename, type] of [
      [contest, 'application/divina+json'],
      [alice, 'application/webpub+json'],
    ] as const) {
      const response = await library.get(`/opds/v2/books/${library.book(filename).id}/manifest`);
      expect(response.headers.get('content-type')).toBe(type);
      const manifest = (await response.json()) as Record<
        'links' | 'readingOrder' | 'resources',
        { href: string }[]
      >;
      const links = [manifest.links, manifest.readingOrder, manifest.resources]
        .flatMap((some) => some.slice(0, 3))
        .filter(({ href }) => filename !== alice || !href.endsWith('/thumbnail'));
      for (const { href } of links) {
        expect(href).toMatch(/^\/opds\/v2\/books\//);
        expect([href, (await library.get(href)).status]).toEqual([href, 200]);
      }
    }
  });
});
