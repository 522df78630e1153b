import { describe, expect, it, test } from 'vitest';

import { toSearchKey } from './search-key.ts';
import { naturalCompare, naturalKey, sortPages, sortTitle } from './natural.ts';

describe('naturalKey', () => {
  it('orders numbers by value and letters without case and diacritics', () => {
    const names = ['Vol 10', 'vol 2', 'Vol 01', 'Éa', 'eb', 'Vol 2.5'];
    expect(names.toSorted(naturalCompare)).toEqual([
      'Éa',
      'eb',
      'Vol 01',
      'vol 2',
      'Vol 2.5',
      'Vol 10',
    ]);
  });

  it('takes typographic quotes for plain ones, and leaves out those in front of a name', () => {
    const names = ['Don’t B', "Don't A", 'Zorro', '“Quoted”', '‘Salem', "D'Artagnan"];
    expect(names.toSorted(naturalCompare)).toEqual([
      "D'Artagnan",
      "Don't A",
      'Don’t B',
      '“Quoted”',
      '‘Salem',
      'Zorro',
    ]);
  });

  it('gives the same order by plain comparison, as the database compares', () => {
    const keys = ['a 9', 'a 10', 'a 100', 'ab', 'b'].map(naturalKey);
    expect(keys.toSorted()).toEqual(keys);
  });
});

test('pages are ordered by value, the files of a folder before the folders in it', () => {
  const names = [
    'ch 2/1.jpg',
    'page10.jpg',
    'page2.jpg',
    'ch 10/1.jpg',
    'page02b.jpg',
    'page2-3.jpg',
    'cover.jpg',
  ];
  expect(sortPages(names, String)).toEqual([
    'cover.jpg',
    'page2.jpg',
    'page2-3.jpg',
    'page02b.jpg',
    'page10.jpg',
    'ch 2/1.jpg',
    'ch 10/1.jpg',
  ]);
});

test.each([
  ['The Sandman', 'Sandman, The'],
  ['Les Misérables', 'Misérables, Les'],
  ['Die Drei', 'Drei, Die'],
  ['Theodore', 'Theodore'],
  ['A', 'A'],
  ['L’Étranger', 'Étranger, L’'],
  ["l'Amant", "Amant, l'"],
])('files %s under %s', (title, filed) => {
  expect(sortTitle(title)).toBe(filed);
});

test.each([
  ['Ａstérix', 'asterix'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['がぎ', 'がぎ'],
  ['한국', '한국'],
])('folds %s to %s', (text, folded) => {
  expect(toSearchKey(text)).toBe(folded);
});

test('pages that differ in digits only are in the same order as by their natural keys', () => {
  const digits = [0, 1, 2, 9];
  for (const shape of ['p%%%.jpg', 'c%/%%.png', 'v% ch%-%.webp', 'x%²%', '%a%.jp%']) {
    const names = Array.from({ length: 40 }, (_, index) => {
      let rest = index * 7919 + 13;
      return shape.replaceAll('%', () => {
        rest = Math.floor((rest * 31 + 7) % 65_521);
        return String(digits[rest % digits.length]);
      });
    });
    const stem = (name: string) => name.replace(/\.[^.]*$/, '');
    const bySegments = [...new Set(names)].sort((a, b) => {
      const [first = '', second = ''] = [a, b].map((name) =>
        stem(name).split('/').map(naturalKey).join('\0'),
      );
      return first < second ? -1 : first > second ? 1 : a < b ? -1 : 1;
    });
    expect(sortPages([...new Set(names)], String)).toEqual(bySegments);
  }
});
