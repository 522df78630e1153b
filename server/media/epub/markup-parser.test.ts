import { expect, test } from 'vitest';

import { plainText } from './plain-text.ts';
import { readTextFacts } from './text-facts.ts';
import { elementsOf, readXml } from './xml.ts';

const most = 5 * 1024 * 1024;
const filled = (text: string) => text.repeat(Math.floor(most / text.length));

// What took minutes, or hours, fails by the time limit of every test.
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
