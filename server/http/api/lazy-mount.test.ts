import { AsyncLocalStorage } from 'node:async_hooks';
import express, { type RequestHandler } from 'express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test, vi } from 'vitest';

import { lazyMount } from './lazy-mount.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const serve = async (...handlers: RequestHandler[]) => {
  const app = express().use(...handlers);
  app.use((_request, response) => void response.send('the rest'));
  await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
  const { port } = server?.address() as AddressInfo;
  return async (path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, init)).text();
};

test('it is made once, for the first who asks below its name', async () => {
  const make = vi.fn(() =>
    Promise.resolve<RequestHandler>((request, response) => void response.send(request.path)),
  );
  const ask = await serve(lazyMount(() => ['opds'], make));
  for (const path of ['/', '/opds-2', '/api/opds', '//opds']) {
    expect(await ask(path)).toBe('the rest');
  }
  expect(make).not.toHaveBeenCalled();
  const answers = await Promise.all(
    ['/opds', '/OPDS/v2', '/opds/?page=1'].map((path) => ask(path)),
  );
  expect(answers).toEqual(['/opds', '/OPDS/v2', '/opds/']);
  expect(make).toHaveBeenCalledOnce();
});

test('a body that comes before it is made is not lost, and the name may change', async () => {
  let name = 'komga';
  const make = async (): Promise<RequestHandler> => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return express.Router().use(express.text(), (request, response) => {
      response.send(`got ${String(request.body)}`);
    });
  };
  const ask = await serve(lazyMount(() => [name], make));
  const init = { method: 'POST', body: 'a book', headers: { 'content-type': 'text/plain' } };
  expect(await ask('/komga/x', init)).toBe('got a book');
  name = 'other';
  expect(await ask('/komga/x', init)).toBe('the rest');
  expect(await ask('/other/x', init)).toBe('got a book');
});

test('what could not be made is an error of the request, not of the process', async () => {
  const ask = await serve(
    lazyMount(
      () => ['opds'],
      () => Promise.reject(new Error('It is broken')),
    ),
  );
  expect(await ask('/opds')).toContain('It is broken');
  expect(await ask('/')).toBe('the rest');
});

test('several paths share one handler', async () => {
  const make = vi.fn(() =>
    Promise.resolve<RequestHandler>((request, response) => void response.send(request.path)),
  );
  const ask = await serve(lazyMount(() => ['opds', 'komga/opds'], make));
  const paths = ['/opds/v2', '/komga/opds', '/KOMGA/opds/v1.2', '/komga/api', '/komga/opds-2'];
  const answers = await Promise.all(paths.map((path) => ask(path)));
  expect(answers).toEqual([...paths.slice(0, 3), 'the rest', 'the rest']);
  expect(make).toHaveBeenCalledOnce();
});

test('it is made without the rights of the first request', async () => {
  const person = new AsyncLocalStorage<string>();
  const make = async (): Promise<RequestHandler> => {
    const maker = person.getStore() ?? 'nobody';
    return (_request, response) => void response.send(maker);
  };
  const ask = await serve(
    (_request, _response, next) => person.run('kim', next),
    lazyMount(() => ['opds'], make),
  );
  expect(await ask('/opds')).toBe('nobody');
});
