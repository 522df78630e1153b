import { expect, test } from 'vitest';

import { plainText } from './plain-text.ts';
import { readTextFacts } from './text-metrics.ts';
import { elementsOf, readXml, textOf } from './xml.ts';

const most = 5 * 1024 * 1024;
const filled = (text: string) => text.repeat(Math.floor(most / text.length));

// Inputs that would take minutes or hours fail by the test's timeout.
test('elements that are never closed end the reading where no author means them', () => {
  const document = readXml(Buffer.from(filled('<a>')));
  expect(document?.complete).toBe(false);
  expect(readTextFacts(Buffer.from(`<p>four</p>${filled('<div>')}`)).characters).toBe(4);
  expect(plainText(`<p>four</p>${filled('<div>')}`)).toBe('four');
});

test('a book may leave thousands of elements open', () => {
  const text = Buffer.from(`<body>${'line<br>'.repeat(5000)}</body>`);
  expect(readTextFacts(text).characters).toBe(20_000);
});

test('only the first document type is taken out, however many there are', () => {
  expect(readXml(Buffer.from(filled('<!DOCTYPE ')))).toBeNull();
  const document = readXml(Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]> <a><d>&b;e</d></a>'));
  expect(document && elementsOf(document.root, 'd')[0]?.children).toEqual(['e']);
});

test('an element with more attributes than any author gives ends the reading', () => {
  const attributes = Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ');
  const text = Buffer.from(`<p>four</p><p ${attributes}>more</p>`);
  expect(readTextFacts(text).characters).toBe(4);
  const some = Array.from({ length: 500 }, (_, index) => `a${index}="1"`).join(' ');
  expect(readTextFacts(Buffer.from(`<p ${some}>four</p>`)).characters).toBe(4);
});

test('names of characters are looked up as far as HTML has any', () => {
  const read = (text: string) => textOf(readXml(Buffer.from(`<a>${text}</a>`))?.root);
  expect(read('&eacute;'.repeat(5000))).toBe('é'.repeat(5000));
  expect(read(`&CounterClockwiseContourIntegral;&${'a'.repeat(10_000)};b`)).toBe('∳b');
  // Each entity would create a parser, so their number must be limited.
  const invented = Array.from({ length: 10_000 }, (_, index) => `&a${index}b;`).join('');
  expect(read(`&eacute;${invented}&auml;`)).toBe('é');
});
