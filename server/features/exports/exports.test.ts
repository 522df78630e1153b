import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let saga: SeededSeries;
let libraryId: string;

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const library = seedLibrary(database, { path: '/secret/comics' });
  libraryId = library.id;
  saga = seedSeries(database, library, {
    name: '=HYPERLINK("http://evil")',
    genres: '["Space","War, cold"]',
    summary: 'Two\nlines',
  });
  seedBook(database, saga, { number: -1, title: 'Prologue' });
  const other = seedSeries(database, seedLibrary(database, { name: 'Manga' }), { name: 'Akira' });
  database.transaction(() => {
    for (let number = 1; number <= 500; number += 1) seedBook(database, other, { number });
  })();
  database.close();
});
afterAll(() => octavo.stop());

const get = async (path: string, init?: RequestInit) => {
  const response = await octavo.request(path, init);
  expect(response.status).toBe(200);
  return {
    response,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()),
  };
};
const post = (path: string, body: object) =>
  get(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('series are a table that no spreadsheet runs', async () => {
  const { response, text } = await get(`/series/export?library_id=${libraryId}`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/series-\d{4}-\d\d-\d\d\.csv/);
  const [head, ...rows] = text.split('\r\n');
  expect(head).toMatch(/^id,library,name,/);
  expect(rows.join('\r\n')).toContain(`Comics,"'=HYPERLINK(""http://evil"")",`);
  expect(text).toContain('"Space; War, cold"');
  expect(text).toContain('"Two\nlines"');
  expect(text).not.toContain('Akira');
});

test('a byte order mark identifies UTF-8 for Excel, on request', async () => {
  expect((await get('/books/export?bom=true')).text.charCodeAt(0)).toBe(0xfeff);
  expect((await get('/books/export')).text).toMatch(/^id,/);
});

test('books are all there, in batches, as a table and as JSON', async () => {
  const { text } = await get('/books/export');
  expect(text.trimEnd().split('\r\n')).toHaveLength(502);
  const { response, text: json } = await get('/books/export?format=json');
  expect(response.headers.get('content-type')).toMatch('application/json');
  const books = JSON.parse(json) as { title: string; metadata: object }[];
  expect(books).toHaveLength(501);
  expect(books.find(({ title }) => title === 'Prologue')).toMatchObject({
    number: -1,
    metadata: { genres: [] },
  });
});

test('a filter or ids say which', async () => {
  const condition = { title: { operator: 'is', value: 'prologue' } };
  const found = await post('/books/export?format=json', { condition });
  expect(JSON.parse(found.text)).toMatchObject([{ title: 'Prologue' }]);
  const named = await post('/series/export?format=json', { ids: [saga.id] });
  expect(JSON.parse(named.text)).toMatchObject([{ id: saga.id }]);
  const none = await post('/series/export?format=json', {
    condition: { name: { operator: 'is', value: 'nothing' } },
  });
  expect(JSON.parse(none.text)).toEqual([]);
});

test('a table has the columns that are named, in their order, also in Markdown', async () => {
  const { text } = await get(`/series/export?library_id=${libraryId}&columns=genres,name`);
  expect(text.split('\r\n')[0]).toBe('genres,name');
  const query = 'format=markdown&columns=name,summary,genres';
  const { response, text: table } = await get(`/series/export?library_id=${libraryId}&${query}`);
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/series-\d{4}-\d\d-\d\d\.md/);
  expect(table).toBe(
    '| name | summary | genres |\n| --- | --- | --- |\n' +
      '| =HYPERLINK("http://evil") | Two lines | Space; War, cold |\n',
  );
  expect((await octavo.request('/series/export?columns=password')).status).toBe(400);
  expect((await octavo.request('/books/export?columns=')).status).toBe(400);
});
