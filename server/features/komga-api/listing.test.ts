import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { writeBook } from '../../conformance/fixture.ts';
import { asAdmin, useKomga, type KomgaClient } from '../../testing/komga-client.ts';
import { bookPage, seriesPage } from '../../testing/komga-shapes.ts';

const { server, client } = useKomga();
let me: KomgaClient;
beforeAll(async () => {
  me = client({ headers: asAdmin });
  const { dir, comics, send, idle } = server();
  const titled = '<Title>The title</Title>';
  writeBook(join(dir, 'Comics/Saga #10.cbz'), 2, titled);
  writeBook(join(dir, 'Comics/Lone.part 2.cbz'), 3, titled);
  writeBook(join(dir, 'Comics/Blacksad/Blacksad 01 copy.cbz'), 9);
  await send('POST', `/libraries/${comics}/scan`);
  await idle();
});

const named = (page: z.output<typeof bookPage> | z.output<typeof seriesPage>) =>
  page.content.map(({ name }) => name);

describe('series/updated', () => {
  it('leaves out what nobody changed since it was found', async () => {
    const page = await me.get(seriesPage, '/api/v1/series/updated?unpaged=true');
    expect(page.content.map(({ metadata }) => metadata.title)).toEqual(['Blacksad']);
    expect(page.sort.sorted).toBe(true);
    const all = await me.get(seriesPage, '/api/v1/series/latest');
    expect(all.totalElements).toBe(5);
  });
});

describe('one-shots', () => {
  it('are the files beside the folders, until something joins them', async () => {
    const shown = await me.get(seriesPage, '/api/v1/series?oneshot=true');
    expect(shown.content.map(({ url, oneshot }) => [url, oneshot])).toEqual([
      ['/Lone.part 2.cbz', true],
      ['/Saga #10.cbz', true],
    ]);
    const books = await me.post(bookPage, '/api/v1/books/list', {
      condition: { oneShot: { operator: 'isTrue' } },
    });
    expect(books.content.map(({ name, oneshot }) => [name, oneshot])).toEqual([
      ['Lone.part 2', true],
      ['Saga #10', true],
    ]);
    const others = await me.get(seriesPage, '/api/v1/series/new?oneshot=false');
    expect(others.content.map(({ oneshot }) => oneshot)).toEqual([false, false, false]);
  });
});

describe('books', () => {
  it('are named and sorted as their files, without the ending', async () => {
    const page = await me.get(bookPage, '/api/v1/books?sort=name,asc');
    expect(named(page)).toEqual([
      'Akira 01',
      'Akira 02',
      'Akira 03',
      'Blacksad 01',
      'Blacksad 01 copy',
      'Blacksad 02',
      'Dororo 01',
      'Lone.part 2',
      'Saga #10',
    ]);
    expect(page.content.at(-1)?.metadata.title).toBe('The title');
    expect(named(await me.get(bookPage, '/api/v1/books?sort=name,desc&size=2'))).toEqual([
      'Saga #10',
      'Lone.part 2',
    ]);
  });

  it.each(['url', 'fileHash', 'size', 'media.status', 'media.comment', 'media.mediaType'])(
    'are sorted by %s',
    async (property) => {
      const namesIn = async (direction: string) => {
        const page = await me.get(bookPage, `/api/v1/books?sort=${property},${direction}`);
        expect([page.sort.sorted, page.totalElements]).toEqual([true, 9]);
        const keys: Record<string, (book: (typeof page.content)[number]) => unknown> = {
          url: ({ url }) => url.toLowerCase(),
          fileHash: ({ fileHash }) => fileHash,
          size: ({ sizeBytes }) => sizeBytes,
          'media.status': ({ media }) => media.status,
          'media.comment': ({ media }) => media.comment,
          'media.mediaType': ({ media }) => media.mediaType,
        };
        return page.content.map((book) => keys[property]?.(book));
      };
      expect((await namesIn('desc')).toReversed()).toEqual(await namesIn('asc'));
    },
  );

  it('show their numbers as reals, also in read lists and to trackers', async () => {
    const id = await server().idOf('Akira');
    const ids = await Promise.all(['Akira 02', 'Akira 01'].map((name) => server().idOf(name)));
    const { body: list } = await server().send<{ id: string }>('POST', '/read-lists', {
      name: 'Mixed',
      ordered: true,
      book_ids: ids,
    });
    const texts = await Promise.all(
      [
        `/api/v1/series/${id}/books`,
        `/api/v1/readlists/${list.id}/books`,
        `/api/v1/books/${ids[0] ?? ''}`,
      ].map(async (path) => (await me.ask(path)).text()),
    );
    for (const text of texts) expect(text).toContain('"numberSort":2.0,');
    const listed = await me.get(bookPage, `/api/v1/readlists/${list.id}/books`);
    expect([named(listed), listed.sort.sorted]).toEqual([['Akira 02', 'Akira 01'], true]);
    expect(named(await me.get(bookPage, `/api/v1/readlists/${list.id}/books?sort=name`))).toEqual([
      'Akira 01',
      'Akira 02',
    ]);
    const readers = await me.ask(`/api/v2/series/${id}/read-progress/tachiyomi`);
    expect(await readers.text()).toContain(
      '"lastReadContinuousNumberSort":0.0,"maxNumberSort":3.0}',
    );
  });
});

describe('series/alphabetical-groups', () => {
  it('counts as its twin of POST does', async () => {
    const groups = z.array(z.strictObject({ group: z.string(), count: z.int() }));
    expect(await me.get(groups, '/api/v1/series/alphabetical-groups')).toEqual(
      await me.post(groups, '/api/v1/series/list/alphabetical-groups', {}),
    );
    const { manga } = server();
    expect(await me.get(groups, `/api/v1/series/alphabetical-groups?library_id=${manga}`)).toEqual([
      { group: 'd', count: 1 },
    ]);
  });
});

describe('pages', () => {
  const sorted = async (path: string) => {
    const page = await me.get(bookPage.or(seriesPage), path);
    expect(page.pageable.sort).toEqual(page.sort);
    return page.sort;
  };
  const yes = { empty: false, sorted: true, unsorted: false };
  const no = { empty: true, sorted: false, unsorted: true };
  it.each([
    ['/api/v1/books', no],
    ['/api/v1/books?sort=metadata.title,asc', yes],
    ['/api/v1/books?sort=nonsense', no],
    ['/api/v1/books?search=akira', yes],
    ['/api/v1/books?search=zzzzzz', no],
    ['/api/v1/books/latest', yes],
    ['/api/v1/books/ondeck', no],
    ['/api/v1/books/duplicates', yes],
    ['/api/v1/series', no],
    ['/api/v1/series/new', yes],
  ])('tell whether they are sorted: %s', async (path, expected) => {
    expect(await sorted(path)).toEqual(expected);
  });

  it('of the books of a series are sorted by number unless the request says otherwise', async () => {
    const id = await server().idOf('Akira');
    expect(await sorted(`/api/v1/series/${id}/books`)).toEqual(yes);
  });

  it('of everything are one page of at least twenty', async () => {
    expect(await me.get(bookPage, '/api/v1/books?unpaged=true')).toMatchObject({
      size: 20,
      number: 0,
      totalPages: 1,
      totalElements: 9,
      numberOfElements: 9,
      pageable: { pageNumber: 0, pageSize: 20, offset: 0, paged: true, unpaged: false },
    });
  });

  it('take negative numbers', async () => {
    expect(await me.get(bookPage, '/api/v1/books?page=-1&size=-5')).toMatchObject({
      number: 0,
      size: 20,
    });
  });
});
