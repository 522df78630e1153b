import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  type Annotation,
  type CreateAnnotation,
  listedAnnotationSchema,
  type ListedAnnotation,
} from '../../../shared/api/annotations.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { connect } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { seedBook, seedLibrary, seedSeries, type SeededBook } from '../../testing/seed.ts';
import { createSendJson, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
let books: { first: SeededBook; second: SeededBook; other: SeededBook };
let bea: Headers;
const send = createSendJson(() => octavo);

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const library = seedLibrary(database);
  const saga = seedSeries(database, library, { name: 'Saga' });
  const akira = seedSeries(database, library, { name: 'Akira' });
  books = {
    first: seedBook(database, saga, { number: 1, title: 'Dawn' }),
    second: seedBook(database, saga, { number: 2, title: 'Élan' }),
    other: seedBook(database, akira, { number: 1, title: 'Neo #Tokyo*' }),
  };
  database.close();
  bea = await addUser(octavo.dataDir, { username: 'bea', role: 'reader' });
});
afterAll(() => octavo.stop());

const mark = async (
  book: SeededBook,
  body: Partial<CreateAnnotation> = {},
  headers?: Headers,
): Promise<Annotation> => {
  const path = `/books/${book.id}/annotations`;
  const wanted = { kind: 'bookmark', page: 1, ...body };
  const answer = await send<Annotation>('POST', path, wanted, headers);
  expect(answer.status).toBe(201);
  return answer.body;
};
const list = async (query = '', headers?: Headers) =>
  (await send<Paginated<ListedAnnotation>>('GET', `/annotations${query}`, undefined, headers)).body;
const clear = async () => {
  for (const { id } of (await list('?pageSize=500')).data)
    await send('DELETE', `/annotations/${id}`);
};
const statusOf = async (...input: Parameters<typeof send>) => (await send(...input)).status;

describe('an annotation of a book', () => {
  test('is listed with its book and series, and keeps what was said', async () => {
    const location = JSON.stringify({ href: 'a.xhtml', locations: { progression: 0.5 } });
    const made = await mark(books.first, {
      kind: 'highlight',
      page: 3,
      ...{ location, text: 'Call me', note: 'A beginning', color: 'green' },
    });
    const { data } = await list(`?book_id=${books.first.id}`);
    expect(data[0]).toEqual(listedAnnotationSchema.strict().parse(data[0]));
    expect(data[0]).toMatchObject({
      ...made,
      ...{ book_title: 'Dawn', series_name: 'Saga', location, color: 'green' },
    });
    await clear();
  });

  test('changes the requested parts and keeps the rest', async () => {
    const { id } = await mark(books.first, { kind: 'highlight', text: 'x', color: 'blue' });
    const put = await send<Annotation>('PUT', `/annotations/${id}`, { note: 'new', color: null });
    expect(put.body).toMatchObject({ kind: 'highlight', text: 'x', note: 'new', color: null });
    expect((await list()).data[0]).toMatchObject({ note: 'new', color: null });
    await clear();
  });

  test('comes back under its id and with its day when a deletion is undone', async () => {
    const made = await mark(books.first, { page: 2, created_at: '2026-01-02T03:04:05.000Z' });
    expect(made.created_at).toBe('2026-01-02T03:04:05.000Z');
    expect(await statusOf('DELETE', `/annotations/${made.id}`)).toBe(204);
    const { id, created_at } = made;
    const again = await mark(books.first, { id, page: 2, created_at });
    expect(again).toMatchObject({ id, created_at });
    const twice = { id, kind: 'bookmark', page: 2 };
    expect(await statusOf('POST', `/books/${books.first.id}/annotations`, twice)).toBe(409);
    await clear();
  });

  test('was not made in the future', async () => {
    const made = await mark(books.first, { created_at: '2999-01-01T00:00:00.000Z' });
    expect(Date.parse(made.created_at)).toBeLessThanOrEqual(Date.now() + 1000);
    await clear();
  });

  test.each<[string, Record<string, unknown>]>([
    ['a page that the book has not', { page: 11 }],
    ['a page before the first', { page: 0 }],
    ['an unknown kind', { kind: 'doodle' }],
    ['a colour of its own', { color: '#ff0000' }],
    ['a place as long as a book', { location: 'x'.repeat(4097) }],
    ['a note as long as a book', { note: 'x'.repeat(16_385) }],
  ])('is refused with %s', async (_, body) => {
    const wanted = { kind: 'bookmark', page: 1, ...body };
    expect(await statusOf('POST', `/books/${books.first.id}/annotations`, wanted)).toBe(400);
  });

  test('needs a book', async () => {
    const wanted = { kind: 'bookmark', page: 1 };
    expect(await statusOf('POST', `/books/${newId()}/annotations`, wanted)).toBe(404);
  });
});

describe('of another person', () => {
  test('nothing is seen, changed, deleted or taken by its id', async () => {
    const { id } = await mark(books.first, { note: 'secret' });
    expect((await list('', bea)).total).toBe(0);
    expect(await statusOf('PUT', `/annotations/${id}`, { note: 'mine' }, bea)).toBe(404);
    expect(await statusOf('DELETE', `/annotations/${id}`, undefined, bea)).toBe(404);
    const file = await octavo.request('/annotations/export', { headers: bea });
    expect(await file.text()).not.toContain('secret');
    // Another user can use the same id, so that its existence is not revealed.
    await mark(books.first, { id, note: 'own' }, bea);
    expect((await list()).data.map(({ note }) => note)).toEqual(['secret']);
    await send('DELETE', `/annotations/${id}`, undefined, bea);
    await clear();
  });

  test('no stream reports it', async () => {
    const mine = await listenTo(octavo, '/events/stream');
    const hers = await listenTo(
      { request: (path, init) => octavo.request(path, { ...init, headers: bea }) },
      '/events/stream',
    );
    await mark(books.second);
    await vi.waitFor(() =>
      expect(mine.events).toEqual([
        {
          name: 'annotations_updated',
          data: expect.objectContaining({ book_id: books.second.id }) as unknown,
        },
      ]),
    );
    await mark(books.second, {}, bea);
    await vi.waitFor(() => expect(hers.events).toHaveLength(1));
    expect(mine.events).toHaveLength(1);
    mine.close();
    hers.close();
    await clear();
  });
});

describe('many of them', () => {
  beforeAll(async () => {
    await mark(books.second, { kind: 'highlight', page: 9, text: 'Ça ira' });
    await mark(books.first, { kind: 'note', page: 5, note: '100% sure' });
    await mark(books.first, { page: 2 });
    await mark(books.other, { kind: 'highlight', page: 1, text: '<b>Kaneda</b> # shouts' });
  });
  const pagesOf = async (query: string) => (await list(query)).data.map(({ page }) => page);

  test('come in the order of the shelf, or by age', async () => {
    expect(await pagesOf('?sort=book')).toEqual([1, 2, 5, 9]);
    expect(await pagesOf('')).toEqual([1, 2, 5, 9]);
    expect(await pagesOf('?sort=created_at,asc')).toEqual([9, 5, 2, 1]);
    expect(await pagesOf('?sort=book&pageSize=2&page=2')).toEqual([5, 9]);
  });

  test('are found by book, series, kind and words', async () => {
    expect(await pagesOf(`?sort=book&series_id=${books.first.series.id}`)).toEqual([2, 5, 9]);
    expect(await pagesOf('?kind=highlight&sort=book')).toEqual([1, 9]);
    expect(await pagesOf('?search=ca%20IRA')).toEqual([9]);
    expect(await pagesOf('?search=elan')).toEqual([9]);
    expect(await pagesOf('?search=100%25')).toEqual([5]);
    expect(await pagesOf('?search=%25')).toEqual([5]);
    expect((await list('?search=nothing')).total).toBe(0);
  });

  test('leave as Markdown in which the words of a book stay words', async () => {
    const file = await octavo.request('/annotations/export?format=markdown');
    expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(file.headers.get('content-disposition')).toContain('annotations.md');
    const text = await file.text();
    expect(text).toContain('# Neo \\#Tokyo\\*');
    expect(text).toContain('> \\<b\\>Kaneda\\</b\\> \\# shouts');
    expect(text.match(/^# /gm)).toHaveLength(3);
  });

  test('leave as JSON, also of one book only, and more than are read at once', async () => {
    const all = (await (
      await octavo.request('/annotations/export?format=json')
    ).json()) as ListedAnnotation[];
    expect(all.map(({ page }) => page)).toEqual([1, 2, 5, 9]);
    for (let count = 0; count < 230; count += 1) await mark(books.other, { page: 7 });
    const path = `/annotations/export?format=json&book_id=${books.other.id}`;
    const some = (await (await octavo.request(path)).json()) as ListedAnnotation[];
    expect(some).toHaveLength(231);
    expect(new Set(some.map(({ id }) => id)).size).toBe(231);
  });

  test('stay while their book is in the trash and go with it', async () => {
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    database
      .prepare('UPDATE books SET missing_since = ? WHERE id = ?')
      .run('2026-01-01T00:00:00.000Z', books.second.id);
    expect((await list(`?book_id=${books.second.id}`)).data[0]).toMatchObject({
      book_missing_since: '2026-01-01T00:00:00.000Z',
    });
    database.prepare('DELETE FROM books WHERE id = ?').run(books.second.id);
    database.close();
    expect((await list(`?book_id=${books.second.id}`)).total).toBe(0);
  });
});
