import type { AddressInfo } from 'node:net';

import express from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { errorHandler } from '../api/errors.ts';
import { limitRate } from './rate-limit.ts';

it('takes credentials that are refused for none', async () => {
  const app = express();
  app.use(limitRate(() => false));
  app.get('/', ({ headers }, response) => {
    response.status(headers.cookie === 'session=right' ? 200 : 401).json({});
  });
  app.use(errorHandler(pino({ level: 'silent' })));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const send = async (count: number, cookie: string) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      statuses.push((await fetch(url, { headers: { cookie } })).status);
    }
    return statuses;
  };
  expect(new Set(await send(150, 'session=right'))).toEqual(new Set([200]));
  const refused = await send(250, 'session=invented');
  server.close();
  expect(refused.filter((status) => status === 401)).toHaveLength(200);
  expect(refused.slice(200)).toEqual(Array(50).fill(429));
});

it('answers a flood with 429 and when to come back, and leaves the machine itself alone', async () => {
  const serve = async (isExempt: Parameters<typeof limitRate>[0]) => {
    const app = express();
    app.use(limitRate(isExempt));
    app.get('/', (_request, response) => void response.json({}));
    app.use(errorHandler(pino({ level: 'silent' })));
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const statuses = new Map<number, number>();
    let last: Response | undefined;
    for (let count = 0; count < 120; count += 1) {
      last = await fetch(url);
      statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1);
    }
    server.close();
    return { statuses, last };
  };
  const foreign = await serve(() => false);
  expect(foreign.statuses.get(200)).toBe(100);
  expect(foreign.statuses.get(429)).toBe(20);
  expect(foreign.last?.headers.get('retry-after')).toBe('10');
  const own = await serve(undefined);
  expect(own.statuses.get(200)).toBe(120);
});
