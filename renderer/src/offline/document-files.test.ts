import { expect, test } from 'vitest';

import { filesOf } from './document-files.ts';

test('the files of a text are its parts and resources, each once', () => {
  const base = '/api/v1/books/1/resources/OEBPS';
  const files = filesOf({
    readingOrder: [{ href: `${base}/one.xhtml` }, { href: `${base}/two.xhtml#start` }],
    resources: [{ href: `${base}/two.xhtml` }, { href: `${base}/style%20sheet.css` }],
  });
  expect(files).toEqual([`${base}/one.xhtml`, `${base}/two.xhtml`, `${base}/style%20sheet.css`]);
});

test('a file outside of this server is not a file of a text', () => {
  const files = filesOf({
    readingOrder: [],
    resources: [{ href: 'https://example.org/font.woff' }],
  });
  expect(files).toEqual([]);
});
