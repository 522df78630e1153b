import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { webApp } from './web-app.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-web-app-'));
const app = express().use('/octavo', webApp(root)).use(webApp(root));
const server = app.listen(0, '127.0.0.1');
beforeAll(async () => {
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><html lang="en" data-base-path=""><head><script src="./assets/a.js"></script></head>',
  );
  mkdirSync(join(root, 'assets/pdf-1/build'), { recursive: true });
  for (const file of ['pdf.worker.min.mjs', 'page.js']) {
    writeFileSync(join(root, 'assets/pdf-1/build', file), '');
  }
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const get = (path: string) => fetch(address() + path);
const status = async (path: string) => (await get(path)).status;

test.each(['/', '/series/1', '/settings/api-keys', '/apiary'])('%s is a page', async (path) => {
  expect(await status(path)).toBe(200);
});

test.each(['/api/v9/series', '/wrong/api/v1/libraries', '/a/b/api', '/assets/x', '/missing.js'])(
  '%s is none, so that no reader app takes it for an answer',
  async (path) => {
    expect(await status(path)).toBe(404);
  },
);

test('a page finds its files from any address, also below a base path', async () => {
  const linked = async (path: string) => {
    const response = await get(path);
    const [, base, file] = /base-path="(.*?)".*src="(.*?)"/.exec(await response.text()) ?? [];
    return [base, file];
  };
  expect(await linked('/series/1')).toEqual(['', '/assets/a.js']);
  expect(await linked('/octavo/series/1')).toEqual(['/octavo', '/octavo/assets/a.js']);
  const { headers } = await get('/');
  // `fetch` adds a header that asks for the whole page.
  const [again] = (await once(
    request(`${address()}/`, { headers: { 'if-none-match': headers.get('etag') ?? '' } }).end(),
    'response',
  )) as [IncomingMessage];
  again.resume();
  expect(again.statusCode).toBe(304);
});

test('only the worker that reads PDFs may run WebAssembly', async () => {
  const policy = async (file: string) =>
    (await get(`/assets/pdf-1/build/${file}`)).headers.get('content-security-policy');
  expect(await policy('pdf.worker.min.mjs')).toMatch(/^default-src 'none'; .*'wasm-unsafe-eval'/);
  expect(await policy('page.js')).toBeNull();
});

test('a page names the files that it needs besides those of the app, in the language asked for', async () => {
  const preloads = {
    texts: {
      first: { en: ['assets/en.js'], de: ['assets/de.js'] },
      book: { en: ['assets/book-en.js'], de: ['assets/book-de.js'] },
      lazy: { en: ['assets/more-en.js'], de: ['assets/more-de.js'] },
    },
    pages: {
      book: { '/series/*': ['assets/series.js', 'assets/series.css'] },
      lazy: { '/trash': ['assets/trash.js'] },
    },
  };
  writeFileSync(join(root, 'preloads.json'), JSON.stringify(preloads));
  const linked = async (path: string, language: string) => {
    const response = await fetch(address() + path, { headers: { 'accept-language': language } });
    expect(response.headers.get('vary')).toContain('Accept-Language');
    return [...(await response.text()).matchAll(/<link rel="(\w+)".*? href="(.*?)">/g)].map(
      ([, kind, file]) => `${kind} ${file}`,
    );
  };
  expect(await linked('/', 'de-AT,de;q=0.8')).toEqual(['modulepreload /assets/de.js']);
  expect(await linked('/octavo/series/1', 'fr')).toEqual([
    'modulepreload /octavo/assets/en.js',
    'modulepreload /octavo/assets/series.js',
    'preload /octavo/assets/series.css',
    'modulepreload /octavo/assets/book-en.js',
  ]);
  expect(await linked('/trash', 'de')).toEqual([
    'modulepreload /assets/de.js',
    'modulepreload /assets/trash.js',
    'modulepreload /assets/more-de.js',
  ]);
  rmSync(join(root, 'preloads.json'));
});
