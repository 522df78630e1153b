import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { addLibrary, writeBook, type Json } from '../../conformance/fixture.ts';
import { asAdmin, useKomga, type KomgaClient } from '../../testing/komga-client.ts';
import { addUser } from '../../testing/users.ts';

const lists = join(import.meta.dirname, '../../../../shared/fixtures/comicinfo/reading-lists');
const { server, client } = useKomga({ empty: true });
let me: KomgaClient;
beforeAll(async () => {
  me = client({ headers: asAdmin });
  const write = (file: string, comicInfo: string) =>
    writeBook(join(server().dir, 'Comics', file), 2, comicInfo);
  write('Civil War (2006)/Civil War 01.cbz', '<Number>1</Number><Year>2006</Year><Month>7</Month>');
  write('Wolverine/Wolverine 042.cbz', '<Number>42</Number><Year>2006</Year>');
  await addLibrary(server(), 'Comics');
});

const formOf = (file: string | Uint8Array<ArrayBuffer>, field = 'file'): FormData => {
  const form = new FormData();
  form.set(field, new Blob([file]), 'list.cbl');
  return form;
};
const match = (body: BodyInit, asker = me) =>
  asker.ask('/api/v1/readlists/match/comicrack', { method: 'POST', body });
const fixture = (name: string) => readFileSync(join(lists, name));

it('names the possible books for each entry of a real list', async () => {
  const response = await match(formOf(fixture('Civil War.cbl')));
  expect(response.status).toBe(200);
  const found = (await response.json()) as {
    readListMatch: Json;
    errorCode: string;
    requests: { request: Json; matches: { series: Json; books: Json[] }[] }[];
  };
  expect(found).toMatchObject({
    readListMatch: { name: 'Civil War', errorCode: '' },
    errorCode: '',
  });
  const [first, second, third] = found.requests;
  expect(first?.request).toEqual({ series: ['Civil War (2006)', 'Civil War'], number: '1' });
  const book = await server().idOf('Civil War 01');
  const { series_id } = await server().get(`/books/${book}`);
  expect(first?.matches).toEqual([
    {
      series: {
        seriesId: series_id,
        title: expect.stringContaining('Civil War') as string,
        releaseDate: expect.stringMatching(/^2006-\d\d-\d\d$/) as string,
      },
      books: [{ bookId: book, number: '1', title: 'Civil War 01' }],
    },
  ]);
  expect(second?.matches[0]?.books).toMatchObject([{ number: '42' }]);
  expect(third).toEqual({
    request: { series: ['X-Factor (2006)', 'X-Factor'], number: 'HS' },
    matches: [],
  });
});

it('says that a list of that name is there already', async () => {
  const { body } = await server().send<Json>('POST', '/read-lists', {
    name: 'Civil War',
    book_ids: [],
  });
  const response = await match(formOf(fixture('Civil War.cbl')));
  expect(await response.json()).toMatchObject({
    readListMatch: { name: 'Civil War', errorCode: 'ERR_1009' },
  });
  await server().send('DELETE', `/read-lists/${body.id as string}`);
});

describe('refuses', () => {
  const entry = (attributes: string) =>
    `<ReadingList><Name>RL</Name><Books><Book ${attributes}/></Books></ReadingList>`;

  it.each([
    ['a list without a name', fixture('no-name.cbl'), 'ERR_1030'],
    ['a list without books', fixture('no-books.cbl'), 'ERR_1029'],
    ['a text that is no list', 'hello', 'ERR_1015'],
    ['another document', '<html></html>', 'ERR_1015'],
    ['a list that is cut off', '<ReadingList><Name>RL</Name><Books>', 'ERR_1015'],
    ['a book without a number', entry('Series="Saga"'), 'ERR_1031'],
  ])('%s', async (_, file, code) => {
    const response = await match(formOf(file));
    expect([response.status, ((await response.json()) as Json).message]).toEqual([400, code]);
  });

  it('what is no form with that file, and a file that is too large', async () => {
    expect((await match('{}')).status).toBe(415);
    expect((await match(formOf('x', 'other'))).status).toBe(400);
    const broken = await me.ask('/api/v1/readlists/match/comicrack', {
      method: 'POST',
      body: 'no parts',
      headers: { 'content-type': 'multipart/form-data; boundary=abc' },
    });
    expect(broken.status).toBe(400);
    expect((await match(formOf(Buffer.alloc(64 * 1024 * 1024)))).status).toBe(413);
  });

  it('readers, who cannot make lists', async () => {
    const headers = await addUser(server().dataDir, { username: 'ann', role: 'reader' });
    expect((await match(formOf('x'), client({ headers }))).status).toBe(403);
  });
});
