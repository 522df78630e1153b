import { toSearchKey } from './search-key.ts';

/** Compares numbers, or texts by code units. */
export const ascending = <T extends string | number>(a: T, b: T): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** Typographic apostrophes and quotation marks sort as the plain ones. */
const plainQuotes = (text: string): string =>
  text.replace(/[‘’‚‛ʼ′]/g, "'").replace(/[“”„‟«»″]/g, '"');

/** Punctuation in front of a name, which does not count: “Quoted”, ¡Hola!, …and so on. */
const leading = /^[\s'"¡¿….]+(?=[\p{L}\p{N}])/u;

/**
 * A key for natural sorting by its binary order: case and diacritics folded, numbers by value. Each run
 * of digits loses leading zeros and gets its two-digit length as a prefix: `naturalKey('Vol 10')`
 * is `vol 0210`, after `vol 012` of `Vol 2`.
 */
export const naturalKey = (text: string): string =>
  toSearchKey(plainQuotes(text))
    .replace(leading, '')
    .replace(/\d+/g, (digits) => {
      const value = digits.replace(/^0+(?=\d)/, '');
      return String(Math.min(value.length, 99)).padStart(2, '0') + value;
    })
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Compares two names in natural order, independent of the locale; ties are broken by code points.
 */
export const naturalCompare = (a: string, b: string): number =>
  ascending(naturalKey(a), naturalKey(b)) || ascending(a, b);

const kanjiValues: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Array.from('〇一二三四五六七八九', (digit, value) => [digit, value])),
  零: 0,
  十: 10,
  百: 100,
};

/** Numbers in kanji that stand alone or between counters: "第二十一話", "三". */
const kanjiNumber =
  /(?<=^|[第\s_\-(（])[〇零一二三四五六七八九十百]+(?=$|[話话章巻卷回頁页集部節枚\s_\-)）])/gu;

/** The value of a number in kanji, digit by digit (一二) or with tens and hundreds (十二). */
const kanjiValue = (text: string): number => {
  const values = Array.from(text, (letter) => kanjiValues[letter] ?? 0);
  if (values.every((value) => value < 10)) return Number(values.join(''));
  let [total, digit] = [0, 0];
  for (const value of values) {
    if (value >= 10) total += value * Math.max(digit, 1);
    digit = value >= 10 ? 0 : value;
  }
  return total + digit;
};

const withArabicNumbers = (name: string): string =>
  name.replace(kanjiNumber, (number) => String(kanjiValue(number)));

/**
 * Sort key of a page path in an archive: folder by folder, files before subfolders, without the
 * extension (so that `1.jpg` comes before `1-2.jpg`).
 */
const pageKey = (path: string): string => {
  const segments = path.split('/');
  const last = segments.length - 1;
  return segments
    .map((segment, index) =>
      index === last
        ? `0${naturalKey(withArabicNumbers(segment.replace(/\.[^.]*$/, '')))}`
        : `1${naturalKey(withArabicNumbers(segment))}`,
    )
    .join('\0');
};

/** Longer runs of digits have no natural order; see `naturalKey`. */
const maxDigits = 99;

/**
 * Whether paths differ in digits at the same places only, as most pages do (`001.jpg`): their natural
 * order is then that of their code points.
 */
const differInDigits = (paths: readonly string[]): boolean => {
  const shape = paths[0]?.replace(/\d/g, '0') ?? '';
  return (
    shape.length <= maxDigits &&
    paths.every((path) => path.length === shape.length && path.replace(/\d/g, '0') === shape)
  );
};

/** Sorts items in page order; `pathOf` returns an item's path, separated by `/`. */
export const sortPages = <Item>(items: readonly Item[], pathOf: (item: Item) => string): Item[] => {
  if (differInDigits(items.map(pathOf))) {
    return items.toSorted((a, b) => ascending(pathOf(a), pathOf(b)));
  }
  return sortByKey(items, pathOf, pageKey);
};

/** Sorts items by their names in natural order; faster than {@link naturalCompare} as the order of a sort. */
export const sortNaturally = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] => sortByKey(items, nameOf, naturalKey);

/** Computes each key once; ties are broken by the code points of the names. */
const sortByKey = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  keyOf: (name: string) => string,
): Item[] =>
  items
    .map((item) => ({ item, name: nameOf(item), key: keyOf(nameOf(item)) }))
    .sort((a, b) => ascending(a.key, b.key) || ascending(a.name, b.name))
    .map(({ item }) => item);

const article = /^(?:(the|an?|l[ae]s?|der|die|das|el|los)\s+|(l['’])(?=\p{L}))(\S.*)$/iu;

/**
 * The title for sorting, with its leading article moved to the end. `sortTitle('The Sandman')` is
 * `Sandman, The`.
 */
export const sortTitle = (title: string): string => {
  const match = article.exec(title.trim());
  const behind = match?.[1] ?? match?.[2];
  return match?.[3] && behind ? `${match[3]}, ${behind}` : title.trim();
};
