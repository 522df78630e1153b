import { describe, expect, test } from 'vitest';

import { areOtherEditions, type EditionFacts } from './editions.ts';

const book = (facts: Partial<EditionFacts>): EditionFacts => ({
  language: null,
  filename: 'Saga 01.cbz',
  series_name: 'Saga',
  page_count: 24,
  ...facts,
});

describe('other editions are', () => {
  test.each<[string, Partial<EditionFacts>, Partial<EditionFacts>]>([
    ['another language in the metadata', { language: 'en' }, { language: 'de' }],
    [
      'a language and another one in the name',
      { language: 'en-GB' },
      { filename: 'Saga (JA).cbz' },
    ],
    ['languages by name', { filename: 'Saga [English].cbz' }, { filename: 'Saga [Français].cbz' }],
    ['an edition of a language', { language: 'de' }, { filename: 'Saga (French edition).cbz' }],
    ['a language of the folder', { language: 'en' }, { series_name: 'Pepper & Carrot (JA)' }],
    ['a language before the extension', { language: 'en' }, { filename: 'Saga 01.fr.cbz' }],
    ['Japanese letters', { language: 'en' }, { filename: 'サガ 01.cbz' }],
    ['Japanese numbering', { language: 'en' }, { filename: 'Saga 第06話.cbz' }],
    ['a colouring', {}, { filename: 'Saga 01 (Digital Colored Comics).cbz' }],
    ['a colouring of the series', {}, { series_name: 'Saga - Full Color' }],
    ['pages without text', {}, { filename: 'Saga 01 textless.cbz' }],
    ['a deluxe edition', {}, { filename: 'Saga_01_(Deluxe_Edition).cbz' }],
    ['many more pages', { page_count: 8 }, { page_count: 12 }],
  ])('%s', (_, first, second) => {
    expect(areOtherEditions(book(first), book(second))).toBe(true);
    expect(areOtherEditions(book(second), book(first))).toBe(true);
  });
});

describe('the same edition is', () => {
  test.each<[string, Partial<EditionFacts>, Partial<EditionFacts>]>([
    ['another region of a language', { language: 'en-US' }, { language: 'en-GB' }],
    ['a language and an unknown one', { language: 'en' }, { filename: 'Saga 01 copy.cbz' }],
    ['a language in the title', { language: 'en' }, { filename: 'French Milk 01.cbz' }],
    [
      'a word that is a code elsewhere',
      { language: 'en' },
      { filename: 'Saga (De Luxe Nine).cbz', series_name: 'Saga De Luxe' },
    ],
    ['a year and a group', { language: 'de' }, { filename: 'Saga 01 (2014) (c2c-Empire).cbz' }],
    ['an advert and credits', { page_count: 24 }, { page_count: 26 }],
    ['adverts of a long book', { page_count: 200 }, { page_count: 210 }],
  ])('%s', (_, first, second) => {
    const [a, b] = [book(first), book(second)];
    if (b.series_name.includes('De Luxe')) a.series_name = b.series_name;
    expect(areOtherEditions(a, b)).toBe(false);
  });
});
