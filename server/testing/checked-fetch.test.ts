import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it, test } from 'vitest';

import { eventProblems } from './api-document.ts';
import { checkedFetch } from './checked-fetch.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Sends a request to a server with a fixed response. */
const ask = async (
  method: string,
  path: string,
  status: number,
  body: unknown,
  type = 'application/json',
) => {
  server = createServer((_request, response) => {
    response.writeHead(status, body === null ? {} : { 'content-type': type });
    response.end(body === null ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return checkedFetch(`http://127.0.0.1:${port}/api/v1${path}`, { method });
};

const health = { status: 'ok', version: '1.0.0', uptime_seconds: 1 };
const failure = { error: 'NotFound', message: 'Nothing is here', details: null };

describe('checkedFetch', () => {
  it('hands over an answer that is as documented, unread', async () => {
    const response = await ask('GET', '/health', 200, health);
    expect(await response.json()).toEqual(health);
  });

  it('knows every other status of an answer', async () => {
    expect((await ask('GET', '/health', 503, { ...health, status: 'error' })).status).toBe(503);
  });

  test.each([
    ['a status', 'GET', '/health', 418, health, 'the statuses are 200, 421'],
    ['a field too many', 'GET', '/health', 200, { ...health, mood: 'fine' }, 'additional'],
    ['a missing field', 'GET', '/health', 200, { ...health, version: undefined }, "'version'"],
    ['a wrong type', 'GET', '/health', 200, { ...health, uptime_seconds: '1' }, 'be number'],
    ['an empty answer', 'GET', '/health', 200, null, 'without a type'],
    ['success of another kind', 'POST', '/auth/logout', 200, {}, 'the statuses are 204'],
    ['a header too few', 'GET', '/auth/me', 401, failure, 'header WWW-Authenticate is missing'],
    ['an error of another shape', 'GET', '/auth/me', 500, { error: 'NotFound' }, "'message'"],
    ['an error of another status', 'GET', '/auth/me', 500, failure, 'belongs to 404'],
    ['an answer where nothing is', 'GET', '/nothing', 200, {}, 'no such path'],
    ['a method that is not there', 'PUT', '/health', 404, failure, 'other methods'],
  ])('refuses %s that is not documented', async (_, method, path, status, body, reason) => {
    await expect(ask(method, path, status, body)).rejects.toThrow(reason);
  });

  it('refuses a type that is not documented', async () => {
    const answer = ask('GET', '/health', 200, health, 'text/plain');
    await expect(answer).rejects.toThrow('it is text/plain, not application/json');
  });

  it('leaves what is not below /api/v1 alone', async () => {
    server = createServer((_request, response) => void response.writeHead(418).end());
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect((await checkedFetch(`http://127.0.0.1:${port}/docs`)).status).toBe(418);
  });
});

it('reports events that are not as documented', () => {
  const library_id = '019a0000-0000-7000-8000-000000000001';
  const data = { type: 'library_deleted', library_id, timestamp: '2026-01-15T10:30:00.000Z' };
  const problems = (name: string, event: object) => eventProblems('/events/stream', name, event);
  expect(problems('library_deleted', data)).toBeNull();
  expect(problems('library_eaten', data)).toContain('not documented');
  expect(problems('library_deleted', { ...data, mood: 'fine' })).toContain('additional');
  expect(problems('library_created', data)).toContain('constant');
  expect(problems('library_deleted', { ...data, timestamp: '2026-01-15' })).toContain('date-time');
});
