import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { createKomgaClient } from './komga-client.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A client of a server that answers `/api/v1/libraries` with an empty list, and other paths like this. */
const clientOf = async (answer: RequestListener) => {
  server = createServer((request, response) => {
    if (request.url === '/api/v1/libraries') response.end('[]');
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = { address, credentials: { api_key: 'key' } };
  return createKomgaClient(connection, new AbortController().signal, [1, 1]);
};

test.each([
  [204, ''],
  [404, '{"status":404}'],
])('the status %i means that there is nothing', async (status, body) => {
  const client = await clientOf((_request, response) => {
    response.writeHead(status).end(body);
  });
  expect(await client.find('/api/v1/books/x/progression')).toBeNull();
});

test('a failure is not taken for nothing', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(400).end('{}');
  });
  await expect(client.find('/api/v1/series/x/thumbnails')).rejects.toThrow(
    /answered with status 400/,
  );
});

test.each([429, 500, 503])(
  'a request that fails with %i for a moment is repeated',
  async (status) => {
    let asked = 0;
    const client = await clientOf((_request, response) => {
      asked += 1;
      if (asked < 3) response.writeHead(status).end();
      else response.end('[{"id":"1"}]');
    });
    await client.get('/api/v1/libraries');
    expect(await client.find('/api/v1/series/x/thumbnails')).toEqual([{ id: '1' }]);
    expect(asked).toBe(3);
  },
);

test('a server that keeps failing is a sentence, and so is one that never answered, at once', async () => {
  let asked = 0;
  const client = await clientOf((_request, response) => {
    asked += 1;
    response.writeHead(503).end();
  });
  await expect(client.get('/api/v2/users/me')).rejects.toThrow(/answered with status 503/);
  expect(asked).toBe(1);
  await client.get('/api/v1/libraries');
  await expect(client.image('/api/v1/series/x/thumbnails/1')).rejects.toThrow(/status 503/);
  expect(asked).toBe(4);
});

test('a server that fails for one thing after the other is not read on', async () => {
  let asked = 0;
  const client = await clientOf((_request, response) => {
    asked += 1;
    response.writeHead(403).end();
  });
  const ask = () => client.optional(() => client.find('/api/v1/series/x/thumbnails'));
  for (let failure = 1; failure < 10; failure += 1) expect(await ask()).toBeNull();
  await expect(ask()).rejects.toThrow(/does not accept/);
  expect(asked).toBe(10);
});
