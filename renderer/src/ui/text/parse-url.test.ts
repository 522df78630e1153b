import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { parseUrl } from './parse-url.ts';

const { parse } = URL;
beforeEach(() => {
  // As in Safari before version 18.
  Object.assign(URL, { parse: undefined });
});
afterEach(() => {
  Object.assign(URL, { parse });
  vi.restoreAllMocks();
});

test('an address is read without URL.parse', () => {
  expect(parseUrl('../b.xhtml#note', 'http://home/books/a/text.xhtml')?.href).toBe(
    'http://home/books/b.xhtml#note',
  );
});

test('anything but an address is null', () => {
  expect(parseUrl('b.xhtml')).toBeNull();
  expect(parseUrl('http://[')).toBeNull();
});
