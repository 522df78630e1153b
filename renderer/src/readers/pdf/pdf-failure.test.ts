import { expect, test } from 'vitest';

import { failureOf } from './pdf-failure.ts';

const answers = () => Promise.resolve();
const isSilent = () => Promise.reject(new TypeError('Failed to fetch'));

test('a fault of pdf.js itself is not blamed on the server', async () => {
  const fault = { name: 'UnknownErrorException', message: 'getOrInsertComputed is not a function' };
  expect(await failureOf(fault, answers)).toBe('unknown');
  expect(await failureOf(new TypeError('x is not a function'), answers)).toBe('unknown');
});

test('a server that does not answer is said to be out of reach', async () => {
  const lost = { name: 'UnknownErrorException', message: 'Failed to fetch' };
  expect(await failureOf(lost, isSilent)).toBe('unreachable');
  expect(await failureOf({ name: 'ResponseException', status: 503 }, answers)).toBe('unreachable');
});

test('a missing file, a damaged one and a password are distinguished', async () => {
  expect(await failureOf({ name: 'ResponseException', status: 404 }, isSilent)).toBe('missing');
  expect(await failureOf({ name: 'InvalidPDFException' }, isSilent)).toBe('damaged');
  expect(await failureOf({ name: 'PasswordException' }, isSilent)).toBe('password');
});
