import type { AddressInfo } from 'node:net';

import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { AppError } from '../../../shared/errors.ts';
import { createFormFileReader } from './multipart.ts';

const read = createFormFileReader(() => 40_000);
const server = express()
  .post('/', async (request, response) => {
    try {
      response.send(await read(request, response, 'file'));
    } catch (error) {
      const { status } = error as { status?: number };
      response.status(error instanceof AppError ? error.status : (status ?? 500)).end();
    }
  })
  .listen(0, '127.0.0.1');
let url = '';
beforeAll(() => {
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const file = 'Content-Disposition: form-data; name="file"; filename="a.cbl"';
const send = async (body: BodyInit, type = 'multipart/form-data; boundary=b') => {
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  return response.status === 200 ? response.text() : response.status;
};

it.each([
  ['alone', `${part(file, 'xml')}--b--\r\n`, 'xml'],
  ['with the boundary in quotes', `${part(file, 'xml')}--b--`, 'xml'],
  [
    'behind another field',
    `${part('content-disposition: form-data; name=x', '1')}${part(file, 'a\r\nb')}--b--`,
    'a\r\nb',
  ],
  ['behind words that are no part', `words\r\n${part(file, 'xml')}--b--`, 'xml'],
  ['with more headers', `${part(`Content-Type: text/xml\r\n${file}\r\nX: y`, 'xml')}--b--`, 'xml'],
  ['empty', `${part(file, '')}--b--`, ''],
  ['that contains the boundary in a line', `${part(file, 'x --b-- y')}--b--`, 'x --b-- y'],
])('reads a file %s', async (_, body, expected) => {
  expect(await send(body)).toBe(expected);
  expect(await send(body, 'multipart/form-data; charset=utf-8; boundary="b"')).toBe(expected);
});

it('reads the forms of browsers', async () => {
  const form = new FormData();
  form.set('other', 'value');
  form.set('file', new Blob(['Grüße']), 'Liste ü.cbl');
  expect(await (await fetch(url, { method: 'POST', body: form })).text()).toBe('Grüße');
});

it.each([
  [
    'another field',
    `${part('Content-Disposition: form-data; name="other"; filename="a"', 'x')}--b--`,
    400,
  ],
  ['no file', `${part('Content-Disposition: form-data; name="file"', 'x')}--b--`, 400],
  ['no end', part(file, 'x'), 400],
  ['no parts', 'hello', 400],
  ['nothing', '', 400],
  ['headers without end', `--b\r\n${file}\r\n--b--`, 400],
  ['endless headers', `${part(`${file}\r\nX: ${'x'.repeat(20_000)}`, 'x')}--b--`, 400],
  ['too much', `${part(file, 'x'.repeat(50_000))}--b--`, 413],
])('refuses a form with %s', async (_, body, status) => {
  expect(await send(body)).toBe(status);
});

it('refuses other types, and a boundary that is missing or too long', async () => {
  expect(await send('{}', 'application/json')).toBe(415);
  for (const boundary of ['', '; boundary=', `; boundary=${'b'.repeat(71)}`]) {
    expect(await send(`${part(file, 'x')}--b--`, `multipart/form-data;x=y${boundary}`)).toBe(400);
  }
});
