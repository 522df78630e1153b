import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Collection } from '../../../shared/api/collections.ts';
import type { ReadList, ReadListImport } from '../../../shared/api/read-lists.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { connect } from '../../database/database.ts';
import { openBook } from '../../media/formats/open-book.ts';
import {
  fileColumns,
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededLibrary,
} from '../../testing/seed.ts';
import { createSendJson } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

const fixture = (name: string) =>
  readFileSync(
    join(import.meta.dirname, '../../../../shared/fixtures/comicinfo/reading-lists', name),
  );

let server: TestServer;
let library: SeededLibrary;
const send = createSendJson(() => server);
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const database = connect(join(server.dataDir, 'octavo.db'));
  library = seedLibrary(database, { path: join(server.dataDir, 'library') });
  const series = (name: string, columns = {}) => {
    const made = seedSeries(database, library, { name, ...columns });
    ids[name] = made.id;
    return made;
  };
  const saga = series('Saga');
  const path = join(library.path, 'Saga', 'Book 1.cbz');
  writeCbz(path, [{ name: '1.png', data: pngPage(60, 90) }]);
  const { pages, fingerprint } = await openBook(path, readFileSync(path).length);
  ids.saga1 = seedBook(
    database,
    saga,
    { number: 1, fingerprint, analyzed: 1, ...fileColumns(path) },
    pages,
  ).id;
  for (const number of [2, 3, 4]) ids[`saga${number}`] = seedBook(database, saga, { number }).id;
  series('Akira');
  series('The Zoo');
  ids.civil = seedBook(database, series('Civil War', { year: 2006 }), { number: 1 }).id;
  seedBook(database, series('Civil War (2015)', { year: 2015 }), { number: 1 });
  const wolverine = series('Wolverine');
  ids.wolverine1 = seedBook(database, wolverine, { number: 42, title: 'A' }).id;
  ids.wolverine2 = seedBook(database, wolverine, { number: 42, title: 'B' }).id;
  database.close();
});
afterAll(() => server.stop());

const id = (name: string): string => ids[name] ?? name;
const setColumn = (column: 'missing_since' | 'error') => (name: string, value: string | null) => {
  const database = connect(join(server.dataDir, 'octavo.db'));
  database.prepare(`UPDATE books SET ${column} = ? WHERE id = ?`).run(value, id(name));
  database.close();
};
const setMissing = setColumn('missing_since');
const setError = setColumn('error');
const newCollection = async (name: string, series: string[], ordered = true) =>
  (
    await send<Collection>('POST', '/collections', {
      name,
      ordered,
      series_ids: series.map(id),
    })
  ).body;
const newList = async (name: string, books: string[]) =>
  (await send<ReadList>('POST', '/read-lists', { name, book_ids: books.map(id) })).body;
const seriesIn = async (collection: string, query = '') =>
  (
    await send<Paginated<{ name: string }>>('GET', `/collections/${collection}/series${query}`)
  ).body.data.map(({ name }) => name);
const booksIn = async (list: string) =>
  (await send<Paginated<{ title: string }>>('GET', `/read-lists/${list}/books`)).body.data.map(
    ({ title }) => title,
  );

describe('a collection', () => {
  test('is made, found, changed and deleted', async () => {
    const made = await send<Collection>('POST', '/collections', { name: 'Space', series_ids: [] });
    expect(made.status).toBe(201);
    expect(made.location).toBe(`/api/v1/collections/${made.body.id}`);
    expect(made.body).toMatchObject({ name: 'Space', ordered: false, series_count: 0 });
    const changed = await send<Collection>('PUT', `/collections/${made.body.id}`, {
      ordered: true,
    });
    expect(changed.body).toMatchObject({ name: 'Space', ordered: true });
    const found = await send<Paginated<Collection>>('GET', '/collections?search=SPA');
    expect(found.body.data).toEqual([changed.body]);
    expect((await send('DELETE', `/collections/${made.body.id}`)).status).toBe(204);
    expect((await send('GET', `/collections/${made.body.id}`)).status).toBe(404);
  });

  test('has a name of its own, whatever its case and accents', async () => {
    const { id: own } = await newCollection('Élan', []);
    const again = await send<ErrorBody>('POST', '/collections', { name: 'elan' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'A collection named "elan" already exists',
    ]);
    expect((await send('PUT', `/collections/${own}`, { name: 'ÉLAN' })).status).toBe(200);
  });

  test('has an order of its own or that of the names', async () => {
    const order = ['The Zoo', 'Saga', 'Akira'];
    const { id: own } = await newCollection('Ordered', order);
    expect(await seriesIn(own)).toEqual(order);
    expect(await seriesIn(own, '?sort=name,asc')).toEqual(['Akira', 'Saga', 'The Zoo']);
    expect(await seriesIn(own, '?pageSize=1&page=2')).toEqual(['Saga']);
    const { id: plain } = await newCollection('Plain', order, false);
    expect(await seriesIn(plain)).toEqual(['Akira', 'Saga', 'The Zoo']);
  });

  test('takes series once each and gives them back', async () => {
    const { id: own } = await newCollection('Growing', ['Saga', 'Saga']);
    const added = await send<Collection>('POST', `/collections/${own}/series`, {
      series_ids: [id('Akira'), id('Saga')],
    });
    expect([added.body.series_count, await seriesIn(own)]).toEqual([2, ['Saga', 'Akira']]);
    const path = `/collections/${own}/series/${id('Saga')}`;
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('DELETE', path)).status).toBe(404);
    expect(await seriesIn(own)).toEqual(['Akira']);
  });

  test('that was deleted is put back under its id', async () => {
    const made = await newCollection('Back', ['Saga']);
    const again = { id: made.id, name: 'Back again', series_ids: [id('Akira')] };
    expect((await send('POST', '/collections', again)).status).toBe(409);
    await send('DELETE', `/collections/${made.id}`);
    expect((await send<Collection>('POST', '/collections', again)).body.id).toBe(made.id);
    expect(await seriesIn(made.id)).toEqual(['Akira']);
  });

  test('refuses a series that there is not, naming it, and changes nothing', async () => {
    const { id: own } = await newCollection('Checked', ['Saga']);
    const unknown = crypto.randomUUID();
    const refused = await send<ErrorBody>('PUT', `/collections/${own}/series`, {
      series_ids: [id('Akira'), unknown],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toEqual([
      { path: 'body.series_ids.1', message: `Series ${unknown} was not found` },
    ]);
    expect(await seriesIn(own)).toEqual(['Saga']);
  });

  test('is listed by the series and the library that it has something of', async () => {
    await newCollection('With zoo', ['The Zoo']);
    const names = async (query: string) =>
      (await send<Paginated<Collection>>('GET', `/collections?search=with&${query}`)).body.data.map(
        ({ name }) => name,
      );
    expect(await names(`series_id=${id('The Zoo')}`)).toEqual(['With zoo']);
    expect(await names(`series_id=${id('Akira')}`)).toEqual([]);
    expect(await names(`library_id=${library.id}`)).toEqual(['With zoo']);
    expect(await names(`library_id=${crypto.randomUUID()}`)).toEqual([]);
  });

  test('shows the cover of its first series', async () => {
    const { id: own } = await newCollection('Covered', ['Saga']);
    const cover = await server.request(`/collections/${own}/thumbnail`);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { id: empty } = await newCollection('Bare', []);
    expect((await server.request(`/collections/${empty}/thumbnail`)).status).toBe(404);
  });
});

describe('a read list', () => {
  test('keeps the place of a book that is missing', async () => {
    const { id: own } = await newList('Missing', ['saga3', 'saga2', 'saga4']);
    setMissing('saga2', '2020-01-01T00:00:00.000Z');
    expect(await booksIn(own)).toEqual(['Book 3', 'Book 4']);
    const { body } = await send<ReadList>('PUT', `/read-lists/${own}/books`, {
      book_ids: [id('saga4'), id('saga3')],
    });
    expect(body.book_count).toBe(2);
    setMissing('saga2', null);
    expect(await booksIn(own)).toEqual(['Book 4', 'Book 3', 'Book 2']);
  });

  test('keeps the place of a book that moves to another series', async () => {
    const { id: own } = await newList('Moving', ['saga4', 'saga3', 'saga2']);
    const database = connect(join(server.dataDir, 'octavo.db'));
    const move = database.prepare(
      'UPDATE books SET series_pk = (SELECT pk FROM series WHERE id = ?) WHERE id = ?',
    );
    move.run(id('Akira'), id('saga3'));
    expect(await booksIn(own)).toEqual(['Book 4', 'Book 3', 'Book 2']);
    move.run(id('Saga'), id('saga3'));
    database.close();
  });

  test('returns the books before and after a book on it, of any series', async () => {
    const { id: own } = await newList('Crossing', ['saga3', 'civil', 'saga2', 'saga1']);
    const place = async (name: string) =>
      (await send('GET', `/read-lists/${own}/books/${id(name)}`)).body;
    const name = 'Crossing';
    expect(await place('civil')).toEqual({
      name,
      previous_id: id('saga3'),
      next_id: id('saga2'),
      previous_readable_id: id('saga3'),
      next_readable_id: id('saga2'),
    });
    setError('saga2', 'The file is damaged');
    expect(await place('civil')).toMatchObject({
      next_id: id('saga2'),
      next_readable_id: id('saga1'),
    });
    setError('saga2', null);
    expect(await place('saga3')).toMatchObject({ previous_id: null, next_id: id('civil') });
    setMissing('saga2', '2020-01-01T00:00:00.000Z');
    expect(await place('civil')).toMatchObject({ next_id: id('saga1') });
    expect((await send('GET', `/read-lists/${own}/books/${id('saga2')}`)).status).toBe(404);
    setMissing('saga2', null);
    expect((await send('GET', `/read-lists/${own}/books/${id('wolverine1')}`)).status).toBe(404);
  });

  test('that was deleted is put back under its id', async () => {
    const list = await newList('Back', ['saga1']);
    const again = { id: list.id, name: 'Back again', book_ids: [id('saga1')] };
    expect((await send<ErrorBody>('POST', '/read-lists', again)).body.message).toBe(
      `Reading list ${list.id} already exists`,
    );
    await send('DELETE', `/read-lists/${list.id}`);
    const back = await send<ReadList>('POST', '/read-lists', again);
    expect([back.status, back.body.id, await booksIn(list.id)]).toEqual([201, list.id, ['Book 1']]);
  });

  test('that is put back has the books that were missing when it was deleted, in their places', async () => {
    const { id: own } = await newList('Whole again', ['saga1', 'saga2', 'saga3', 'saga4']);
    setMissing('saga2', '2020-01-01T00:00:00.000Z');
    await send('DELETE', `/read-lists/${own}`);
    const book_ids = [id('saga1'), id('saga3'), id('saga4')];
    await send('POST', '/read-lists', { id: own, name: 'Whole again', book_ids });
    expect(await booksIn(own)).toEqual(['Book 1', 'Book 3', 'Book 4']);
    setMissing('saga2', null);
    expect(await booksIn(own)).toEqual(['Book 1', 'Book 2', 'Book 3', 'Book 4']);
  });

  test('has a summary and a cover', async () => {
    const { id: own } = await newList('Told', ['saga1']);
    const told = await send<ReadList>('PUT', `/read-lists/${own}`, { summary: 'From the start.' });
    expect(told.body).toMatchObject({ summary: 'From the start.', ordered: true, book_count: 1 });
    expect((await server.request(`/read-lists/${own}/thumbnail`)).status).toBe(200);
  });
});

describe('a CBL file', () => {
  const upload = async (body: Buffer | string, query = '') => {
    const response = await server.request(`/read-lists/import${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  test('reports what it would find, and then makes a list of what it finds', async () => {
    const tried = await upload(fixture('Civil War.cbl'), '?dry_run=true');
    expect(tried.status).toBe(200);
    expect(tried.body).toMatchObject({
      name: 'Civil War',
      read_list: null,
      matched: 1,
      ambiguous: 1,
      missing: 1,
      entries: [
        {
          series: 'Civil War',
          number: '1',
          status: 'matched',
          book_ids: [id('civil')],
          books: [{ id: id('civil'), series_name: 'Civil War', number: 1 }],
        },
        { status: 'ambiguous', book_ids: [id('wolverine1'), id('wolverine2')] },
        { series: 'X-Factor', number: 'HS', volume: 2006, status: 'missing', book_ids: [] },
      ],
    });
    const made = await upload(fixture('Civil War.cbl'));
    expect(made.status).toBe(201);
    const list = (made.body as ReadListImport).read_list;
    expect(list).toMatchObject({ name: 'Civil War', book_count: 1, ordered: true });
    expect((await upload(fixture('Civil War.cbl'))).status).toBe(409);
  });

  test.each([
    ['no name', fixture('no-name.cbl'), 'has no name'],
    ['no books', fixture('no-books.cbl'), 'names no books'],
    ['another root', '<html><body/></html>', 'is not a CBL file'],
    ['no XML', 'PK\u0003\u0004', 'is not a CBL file'],
    ['an end that was cut off', fixture('Civil War.cbl').subarray(0, 300), 'is cut off'],
    ['nothing', '', 'is not a CBL file'],
  ])('with %s is refused', async (_, body, message) => {
    const { status, body: answer } = await upload(body);
    expect([status, (answer as ErrorBody).message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  test('of which nothing is found makes no list', async () => {
    const xml = `<ReadingList><Name>Elsewhere</Name><Books><Book Series="Nobody" Number="1"/></Books></ReadingList>`;
    expect(await upload(xml)).toMatchObject({ status: 200, body: { read_list: null, missing: 1 } });
  });

  test('in UTF-16 is read by its own words', async () => {
    const xml = `\ufeff<?xml version="1.0" encoding="utf-16"?><ReadingList><Name>Größe</Name><Books><Book Series="SÁGA" Number="2"/></Books></ReadingList>`;
    const { status, body } = await upload(Buffer.from(xml, 'utf16le'));
    expect([status, body]).toMatchObject([201, { name: 'Größe', matched: 1 }]);
  });

  test('is what a read list becomes, and finds the same books again', async () => {
    const { id: own } = await newList('Out & <in>', ['saga2', 'civil', 'wolverine2']);
    const file = await server.request(`/read-lists/${own}/cbl`);
    expect(file.headers.get('content-disposition')).toContain('Out & <in>.cbl');
    const again = await upload(Buffer.from(await file.arrayBuffer()), '?dry_run=true');
    expect(again.body).toMatchObject({
      name: 'Out & <in>',
      entries: ['saga2', 'civil', 'wolverine2'].map((name) => ({ book_ids: [id(name)] })),
    });
  });
});
