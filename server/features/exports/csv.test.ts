import { expect, test } from 'vitest';

import { csvLine } from './csv.ts';

test.each<[unknown, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  [['a', 'b'], '"a; b"'],
  [null, ''],
  [-1.5, '-1.5'],
  [false, 'false'],
])('%j is written as %s', (cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r=1'])(
  '%j is no formula',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    expect(csvLine([[text]])).toBe(`"'${text}"\r\n`);
  },
);
