import { expect, test } from 'vitest';

import type { PDFDocumentProxy } from './pdf-js.ts';
import { createPdfSearch } from './pdf-search.ts';

/** A document with these lines per page. */
const documentOf = (...pages: string[][]): PDFDocumentProxy =>
  ({
    numPages: pages.length,
    getPage: (number: number) =>
      Promise.resolve({
        getTextContent: () =>
          Promise.resolve({ items: pages[number - 1]?.map((str) => ({ str, hasEOL: true })) }),
      }),
  }) as unknown as PDFDocumentProxy;

const { signal } = new AbortController();

test('finds words across the ends of lines and counts characters without these ends', async () => {
  const search = createPdfSearch(documentOf(['nothing'], ['one two', 'Three four']), 'b');
  const { results, is_complete } = await search('TWO three', false, signal);
  expect(is_complete).toBe(true);
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({
    locations: { position: 2, fragments: ['page=2', 'char=4,12'] },
    text: { before: 'one ', highlight: 'two Three', after: ' four ' },
  });
});

test('keeps to capitals when asked, and takes signs as they are', async () => {
  const search = createPdfSearch(documentOf(['a.b A.B axb']), 'b');
  expect((await search('a.b', false, signal)).results).toHaveLength(2);
  expect((await search('A.B', true, signal)).results).toHaveLength(1);
});

test('cuts snippets between words and stops at what nobody looks through', async () => {
  const search = createPdfSearch(documentOf(['word '.repeat(600)]), 'b');
  const { results, is_complete } = await search('word', false, signal);
  expect(results).toHaveLength(500);
  expect(is_complete).toBe(false);
  expect(results[100]?.text.before).toMatch(/^… (?:word )+$/);
  expect(results[100]?.text.after).toMatch(/^(?: word)+ …$/);
});
