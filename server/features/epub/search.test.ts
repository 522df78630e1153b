import { expect, test } from 'vitest';

import { searchTexts } from './search.ts';

const href = '/text.xhtml';
const search = (text: string, words: string) =>
  searchTexts({
    texts: [{ path: 'text.xhtml', link: { href, type: 'application/xhtml+xml' } }],
    positions: [],
    read: () => Promise.resolve(Buffer.from(`<html><body><p>${text}</p></body></html>`)),
    ...{ words, limit: 500, signal: new AbortController().signal },
  });

test('other requests are answered while a long text is searched', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const { results } = await search('é'.repeat(1_000_000), 'zz');
  clearImmediate(counting);
  expect(results).toEqual([]);
  expect(turns).toBeGreaterThan(100);
});

test.each([
  ['Needle', 'x'],
  ['Ne\u0301e\u0327\u0301dle', 'x'],
  ['Needle', 'é'],
  ['Needle', '\u{1d4b3}'],
])('finds "%s" at any position among "%s", once', async (needle, other) => {
  const word = `${other.repeat(4090)} ${needle} `;
  const { results } = await search(word.repeat(12), 'needle');
  expect(results.map(({ text }) => text.highlight)).toEqual(Array(12).fill(needle));
  expect(results[5]?.locations.progression).toBeCloseTo(5.99 / 12, 2);
});

test('spaces and line breaks of the markup are one space', async () => {
  const { results } = await search(
    `${'a '.repeat(20_000)}<b>big</b>  \n <i>\n red</i>\tbook`,
    'big red book',
  );
  expect(results).toHaveLength(1);
});
