import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { asAdmin, useKomga, type KomgaClient } from '../../testing/komga-client.ts';
import {
  bookPage,
  bookShape,
  pageOf,
  seriesPage,
  seriesShape,
} from '../../testing/komga-shapes.ts';
import { addUser } from '../../testing/users.ts';

const { server, client } = useKomga();
let me: KomgaClient;
beforeAll(async () => {
  me = client({ headers: asAdmin });
  // Akira 1 is completed and 2 in progress, Blacksad 1 is completed.
  for (const [title, current_page, is_completed] of [
    ['Akira 01', 4, true],
    ['Akira 02', 2, false],
    ['Blacksad 01', 2, true],
  ] as const) {
    const id = await server().idOf(title);
    await server().send('PUT', `/books/${id}/progress`, { current_page, is_completed });
  }
});

const names = (page: z.output<typeof seriesPage> | z.output<typeof bookPage>) =>
  page.content.map(({ name }) => name);
const seriesWhere = async (condition: unknown, query = '') =>
  names(await me.post(seriesPage, `/api/v1/series/list${query}`, { condition }));
const booksWhere = async (condition: unknown, query = '') =>
  names(await me.post(bookPage, `/api/v1/books/list${query}`, { condition }));

describe('pages', () => {
  it('begin with 0 and hold 20 unless the request says so', async () => {
    const page = await me.get(bookPage, '/api/v1/books?page=1&size=4');
    expect(page).toMatchObject({
      totalElements: 6,
      totalPages: 2,
      number: 1,
      size: 4,
      numberOfElements: 2,
      first: false,
      last: true,
      empty: false,
      pageable: { pageNumber: 1, pageSize: 4, offset: 4, paged: true },
    });
    expect(await me.get(bookPage, '/api/v1/books')).toMatchObject({ number: 0, size: 20 });
  });

  it.each([
    ['size=0', { totalElements: 6, numberOfElements: 0, size: 0 }],
    ['unpaged=true&size=1', { totalElements: 6, numberOfElements: 6, totalPages: 1, last: true }],
    ['page=-1&size=nonsense', { number: 0, size: 20, numberOfElements: 6 }],
    ['page=99999999999999999999', { number: 2 ** 31 - 1, empty: true, last: true }],
    ['size=99999999999', { numberOfElements: 6, totalPages: 1 }],
  ])('take what clients send: %s', async (query, expected) => {
    expect(await me.get(bookPage, `/api/v1/books?${query}`)).toMatchObject(expected);
  });

  it.each([
    ['sort=metadata.title,desc', 'Dororo 01'],
    ['sort=series,metadata.numberSort,desc', 'Dororo 01'],
    ['sort=media.pagesCount,desc', 'Akira 03'],
    ['sort=fileSize', 'Blacksad 01'],
    ['sort=nonsense,desc', 'Akira 01'],
    ['sort=nonsense,desc&sort=metadata.title,desc', 'Dororo 01'],
    ['sort=seriesTitle,desc&sort=metadata.numberSort,asc', 'Dororo 01'],
    ['sort=readProgress.readDate,desc&read_status=IN_PROGRESS', 'Akira 02'],
    ['sort=relevance,desc&search=blacksad', 'Blacksad 01'],
  ])('are sorted: %s', async (query, first) => {
    expect(names(await me.get(bookPage, `/api/v1/books?${query}`))[0]).toBe(first);
  });

  it('sort each property in its own direction', async () => {
    const page = await me.get(
      bookPage,
      '/api/v1/books?sort=seriesTitle,desc&sort=metadata.numberSort,asc',
    );
    expect(names(page)).toEqual([
      'Dororo 01',
      'Blacksad 01',
      'Blacksad 02',
      'Akira 01',
      'Akira 02',
      'Akira 03',
    ]);
  });
});

describe('conditions of series', () => {
  const is = (value: unknown) => ({ operator: 'is', value });
  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['Akira', 'Blacksad', 'Dororo']],
    ['empty groups', { allOf: [{ anyOf: [] }, { allOf: [] }] }, ['Akira', 'Blacksad', 'Dororo']],
    ['one field', { genre: is('crime') }, ['Blacksad']],
    [
      'lower-case names',
      { seriesstatus: { operator: 'isnot', value: 'ENDED' }, oneshot: { operator: 'isfalse' } },
      ['Akira', 'Blacksad', 'Dororo'],
    ],
    ['upper-case operators', { genre: { operator: 'IsNot', value: 'Crime' } }, ['Akira', 'Dororo']],
    ['several fields of one object', { publisher: is('Kodansha'), language: is('fr') }, []],
    ['any of', { anyOf: [{ title: is('akira') }, { tag: is('Animals') }] }, ['Akira', 'Blacksad']],
    ['no value', { publisher: { operator: 'isNull' } }, ['Dororo']],
    ['contains', { title: { operator: 'contains', value: 'CK' } }, ['Blacksad']],
    ['contains not', { titleSort: { operator: 'doesNotContain', value: 'a' } }, ['Dororo']],
    ['begins', { titleSort: { operator: 'beginsWith', value: 'd' } }, ['Dororo']],
    ['begins not', { title: { operator: 'doesNotBeginWith', value: 'd' } }, ['Akira', 'Blacksad']],
    ['ends', { title: { operator: 'endsWith', value: 'ra' } }, ['Akira']],
    ['ends not', { title: { operator: 'doesNotEndWith', value: 'ra' } }, ['Blacksad', 'Dororo']],
    ['author', { author: is({ name: 'Juan Diaz Canales', role: 'writer' }) }, ['Blacksad']],
    ['author in another role', { author: is({ name: 'Juan Díaz Canales', role: 'inker' }) }, []],
    ['any author of a role', { author: is({ role: 'writer' }) }, ['Blacksad']],
    [
      'before',
      { releaseDate: { operator: 'before', dateTime: '1984-01-01T00:00:00Z' } },
      ['Dororo'],
    ],
    [
      'after',
      { releaseDate: { operator: 'after', dateTime: '1984-01-01T00:00:00Z' } },
      ['Blacksad'],
    ],
    ['in the last days', { releaseDate: { operator: 'isInTheLast', duration: 'P30D' } }, []],
    [
      'not in the last days',
      { releaseDate: { operator: 'isNotInTheLast', duration: 'P30D' } },
      ['Akira', 'Blacksad', 'Dororo'],
    ],
    ['no age', { ageRating: { operator: 'isNull' } }, ['Akira', 'Blacksad', 'Dororo']],
    ['an age', { ageRating: { operator: 'greaterThan', value: 12 } }, []],
    ['unread', { readStatus: is('UNREAD') }, ['Dororo']],
    ['begun', { readStatus: is('IN_PROGRESS') }, ['Akira', 'Blacksad']],
    ['read', { readStatus: is('READ') }, []],
    ['deleted', { deleted: { operator: 'isTrue' } }, []],
    ['complete, of which nothing is known', { complete: { operator: 'isFalse' } }, []],
    ['labels', { sharingLabel: is('secret') }, []],
  ])('find by %s', async (_, condition, expected) => {
    expect(await seriesWhere(condition)).toEqual(expected);
  });

  it('join a search', async () => {
    const page = await me.post(seriesPage, '/api/v1/series/list', {
      fullTextSearch: 'blacksad',
      condition: { libraryId: is(server().comics) },
    });
    expect(names(page)).toEqual(['Blacksad']);
  });

  it.each<[string, unknown, string]>([
    ['a field', { colour: is('red') }, 'condition.colour'],
    ['an operator', { title: { operator: 'sounds', value: 'a' } }, 'condition.title.operator'],
    ['a value', { ageRating: is('old') }, 'condition.ageRating.value'],
    [
      'a date',
      { releaseDate: { operator: 'before', dateTime: 'soon' } },
      'condition.releaseDate.dateTime',
    ],
  ])('say which of them is unknown: %s', async (_, condition, fieldName) => {
    const response = await me.ask('/api/v1/series/list', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ condition }),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { violations: [{ fieldName, message: expect.any(String) as string }] },
    ]);
  });

  it('are bounded', async () => {
    let condition: unknown = {};
    for (let depth = 0; depth < 20; depth++) condition = { allOf: [condition] };
    const response = await me.ask('/api/v1/series/list', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ condition }),
    });
    expect(response.status).toBe(400);
  });
});

describe('conditions of books', () => {
  const is = (value: unknown) => ({ operator: 'is', value });
  it.each<[string, unknown, string[]]>([
    [
      'media',
      { mediaStatus: is('READY'), mediaProfile: is('DIVINA') },
      ['Akira 01', 'Akira 02', 'Akira 03', 'Blacksad 01', 'Blacksad 02', 'Dororo 01'],
    ],
    ['profile', { mediaProfile: is('EPUB') }, []],
    ['number', { numberSort: { operator: 'greaterThan', value: 2 } }, ['Akira 03']],
    ['unread', { readStatus: is('UNREAD') }, ['Akira 03', 'Blacksad 02', 'Dororo 01']],
    ['begun', { readStatus: is('IN_PROGRESS') }, ['Akira 02']],
    ['read', { readStatus: is('READ') }, ['Akira 01', 'Blacksad 01']],
    ['author', { author: is({ name: 'Juan Díaz Canales' }) }, ['Blacksad 01', 'Blacksad 02']],
    ['a cover', { poster: is({ type: 'USER_UPLOADED' }) }, []],
  ])('find by %s', async (_, condition, expected) => {
    expect(await booksWhere(condition)).toEqual(expected);
  });

  it('find those of a series in the order of reading', async () => {
    const seriesId = await server().idOf('Akira');
    const condition = {
      seriesId: is(seriesId),
      deleted: { operator: 'isFalse' },
      mediaStatus: is('READY'),
    };
    expect(await booksWhere(condition, '?unpaged=true')).toEqual([
      'Akira 01',
      'Akira 02',
      'Akira 03',
    ]);
  });
});

describe('parameters of GET', () => {
  it('take several libraries, repeated or in a list with blanks', async () => {
    const { comics, manga } = server();
    for (const query of [
      `library_id=${comics}, ${manga}`,
      `library_id=${comics}&library_id=${manga}`,
    ]) {
      const page = await me.get(seriesPage, `/api/v1/series?${query}`);
      expect([names(page), page.totalElements]).toEqual([['Akira', 'Blacksad', 'Dororo'], 3]);
    }
    const first = await me.get(seriesPage, `/api/v1/series?library_id=${manga}`);
    expect([names(first), first.totalElements]).toEqual([['Dororo'], 1]);
  });

  it.each([
    ['search=&deleted=false', ['Akira', 'Blacksad', 'Dororo']],
    ['search=akira', ['Akira']],
    ['genre=Crime,Science Fiction', ['Akira', 'Blacksad']],
    ['status=ENDED', []],
    ['read_status=UNREAD&read_status=READ', ['Dororo']],
    ['author=Juan Díaz Canales,writer', ['Blacksad']],
    ['release_year=1984', ['Akira']],
    ['age_rating=None', ['Akira', 'Blacksad', 'Dororo']],
    ['search_regex=^b,title_sort', ['Blacksad']],
    ['sort=metadata.titleSort,desc', ['Dororo', 'Blacksad', 'Akira']],
  ])('find series: %s', async (query, expected) => {
    expect(names(await me.get(seriesPage, `/api/v1/series?${query}`))).toEqual(expected);
  });
});

it('counts what the caller has read, and shows nothing to those who cannot see it', async () => {
  const id = await server().idOf('Akira');
  expect(await me.get(seriesShape, `/api/v1/series/${id}`)).toMatchObject({
    booksCount: 3,
    booksReadCount: 1,
    booksInProgressCount: 1,
    booksUnreadCount: 1,
  });
  const { authorization } = await addUser(server().dataDir, { username: 'bea', role: 'reader' });
  const other = client({ headers: { authorization } });
  expect(await other.get(seriesShape, `/api/v1/series/${id}`)).toMatchObject({ booksReadCount: 0 });

  const { body } = await server().send<{ key: string }>('POST', '/api-keys', {
    name: 'without progress',
    permissions: ['series-read', 'books-read'],
  });
  const blind = client({ headers: { 'x-api-key': body.key } });
  expect(await blind.get(seriesShape, `/api/v1/series/${id}`)).toMatchObject({ booksReadCount: 0 });
  expect((await blind.ask('/api/v1/series?read_status=READ')).status).toBe(403);
  expect((await blind.ask('/api/v1/books/ondeck')).status).toBe(403);
});

it('returns the position in a book and the next book', async () => {
  const id = await server().idOf('Akira 02');
  const book = await me.get(bookShape, `/api/v1/books/${id}`);
  expect(book).toMatchObject({
    number: 2,
    seriesTitle: 'Akira',
    metadata: { number: '2', numberSort: 2 },
    readProgress: { page: 2, completed: false },
  });
  expect(book.url).toBe('/Akira/Akira 02.cbz');
  const next = await me.get(bookShape, `/api/v1/books/${id}/next`);
  expect(next.name).toBe('Akira 03');
  expect((await me.ask(`/api/v1/books/${next.id}/next`)).status).toBe(404);
  const previous = await me.get(bookShape, `/api/v1/books/${id}/previous`);
  expect(previous).toMatchObject({ name: 'Akira 01', readProgress: { page: 4, completed: true } });
  expect((await me.ask(`/api/v1/books/${previous.id}/previous`)).status).toBe(404);
});

it('puts on deck what comes after a book that was read', async () => {
  expect(names(await me.get(bookPage, '/api/v1/books/ondeck'))).toEqual(['Blacksad 02']);
  const elsewhere = `/api/v1/books/ondeck?library_id=${server().manga}`;
  expect(await me.get(bookPage, elsewhere)).toMatchObject({ totalElements: 0, empty: true });
});

it('groups series by their letter', async () => {
  const groups = z.array(z.strictObject({ group: z.string(), count: z.int() }));
  const path = '/api/v1/series/list/alphabetical-groups';
  expect(await me.post(groups, path, {})).toEqual([
    { group: 'a', count: 1 },
    { group: 'b', count: 1 },
    { group: 'd', count: 1 },
  ]);
});

describe('names for filters', () => {
  const texts = z.array(z.string());
  const authorPage = pageOf(z.strictObject({ name: z.string(), role: z.string() }));
  it.each([
    ['genres', ['Crime', 'Science Fiction']],
    ['tags', ['animals', 'cyberpunk']],
    ['tags/series', ['animals', 'cyberpunk']],
    ['tags/book?search=cyb', ['cyberpunk']],
    ['publishers', ['Dargaud', 'Kodansha']],
    ['languages', ['fr', 'ja']],
    ['age-ratings', ['None']],
    ['sharing-labels', []],
    ['series/release-dates', ['2000', '1984', '1967']],
    ['authors/names', ['Juan Díaz Canales']],
    ['authors/roles', ['writer']],
  ])('are arrays of text: %s', async (path, expected) => {
    expect(await me.get(texts, `/api/v1/${path}`)).toEqual(expected);
  });

  it('are those of a library or a series where that is asked for', async () => {
    expect(await me.get(texts, `/api/v1/genres?library_id=${server().manga}`)).toEqual([]);
    const seriesId = await server().idOf('Akira');
    expect(await me.get(texts, `/api/v1/tags?series_id=${seriesId}`)).toEqual(['cyberpunk']);
  });

  it('are authors as an array in version 1 and as a page in version 2', async () => {
    const author = { name: 'Juan Díaz Canales', role: 'writer' };
    expect(await (await me.ask('/api/v1/authors')).json()).toEqual([author]);
    const page = await me.get(authorPage, '/api/v2/authors?role=writer&search=canales');
    expect(page).toMatchObject({ content: [author], totalPages: 1, totalElements: 1 });
    const none = await me.get(authorPage, '/api/v2/authors?role=inker&unpaged=true');
    expect(none).toMatchObject({ content: [], empty: true });
  });
});
