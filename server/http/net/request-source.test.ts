import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { expect, test } from 'vitest';

import { requestSource } from './request-source.ts';

const sourceOf = (remoteAddress: string, headers: Record<string, string> = {}) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  const all = { host: 'localhost:4477', ...headers };
  Object.assign(request.headers, all);
  request.rawHeaders = Object.entries(all).flat();
  return requestSource(request);
};

test.each([
  ['127.0.0.1', {}, true],
  ['::1', { host: '[::1]:4477' }, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
  ['192.168.1.5', {}, false],
  ['fe80::1%eth0', {}, false],
  ['::ffff:192.168.127.1', {}, false],
  ['127.0.0.1', { host: 'books.example.org' }, false],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['127.0.0.1', { 'x-real-ip': '127.0.0.1' }, false],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
  ['127.0.0.1', { via: '1.1 caddy' }, false],
])('a request from %s with %j is local: %s', (address, headers, isLocal) => {
  expect(sourceOf(address, headers as Record<string, string>).isLocal).toBe(isLocal);
});

test('the address has neither IPv4 in IPv6 nor a zone', () => {
  expect(sourceOf('::ffff:192.168.1.5').address).toBe('192.168.1.5');
  expect(sourceOf('fe80::1%eth0').address).toBe('fe80::1');
});
