import { connect } from 'node:net';
import { once } from 'node:events';

import { expect, it } from 'vitest';

import { defaultConfig } from '../config/config.ts';
import { listen } from './listen.ts';

const config = defaultConfig('/nowhere');
config.server.port = 0;

it('does not wait for connections on which nothing was asked', async () => {
  const { url, port, close } = await listen((_request, response) => response.end('here'), config);
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  // Connections are taken in order, so the one before is known to the server as well.
  expect(await (await fetch(url)).text()).toBe('here');
  const ended = once(unused, 'close');
  // Far beyond the time that a test may take.
  await close(600_000);
  await ended;
});

it('lets a request that has begun end', async () => {
  let finish = () => undefined as unknown;
  const begun = Promise.withResolvers<undefined>();
  const { url, close } = await listen((_request, response) => {
    finish = () => response.end('late');
    begun.resolve(undefined);
  }, config);
  const answer = fetch(url);
  await begun.promise;
  const closed = close(600_000);
  finish();
  expect(await (await answer).text()).toBe('late');
  await closed;
});
