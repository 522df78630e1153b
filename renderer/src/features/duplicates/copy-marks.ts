import type { Book } from '../../../../shared/api/book-record.ts';

export type CopyMark = 'best' | 'largest' | 'mostPages' | 'metadata';

type Copy = Pick<
  Book,
  | 'id'
  | 'error'
  | 'page_count'
  | 'file_size'
  | 'created_at'
  | 'progress'
  | 'summary'
  | 'release_date'
  | 'language'
  | 'number'
>;

/** Number of describing fields that are known. */
const metadataOf = ({ summary, release_date, language, number }: Copy): number =>
  [summary, release_date, language, number].filter((value) => value !== null).length;

/** Better copies have larger ranks; the first difference decides. */
const rankOf = (copy: Copy): number[] => [
  copy.error === null ? 1 : 0,
  copy.page_count,
  metadataOf(copy),
  copy.file_size,
  copy.progress === null ? 0 : 1,
  -Date.parse(copy.created_at),
];

const compare = (a: Copy, b: Copy): number => {
  const other = rankOf(b);
  const difference = rankOf(a).map((rank, index) => rank - (other[index] ?? 0));
  return difference.find((value) => value !== 0) ?? 0;
};

/** The best copy is readable, complete, described and large, in this order. */
export const bestFirst = <Found extends Copy>(copies: readonly Found[]): Found[] =>
  copies.toSorted((a, b) => compare(b, a));

/** The ids of those with the largest value, if the values differ. */
const most = (copies: readonly Copy[], valueOf: (copy: Copy) => number): Set<string> => {
  const values = copies.map(valueOf);
  const largest = Math.max(...values);
  if (Math.min(...values) === largest) return new Set();
  return new Set(copies.filter((copy) => valueOf(copy) === largest).map(({ id }) => id));
};

/** Marks that distinguish the copies of a book, by id. */
export const copyMarks = (copies: readonly Copy[]): Map<string, CopyMark[]> => {
  const best = bestFirst(copies)[0]?.id;
  const holders: [CopyMark, Set<string>][] = [
    ['best', new Set(best === undefined ? [] : [best])],
    ['largest', most(copies, ({ file_size }) => file_size)],
    ['mostPages', most(copies, ({ page_count }) => page_count)],
    ['metadata', most(copies, metadataOf)],
  ];
  return new Map(
    copies.map(({ id }) => [id, holders.flatMap(([mark, ids]) => (ids.has(id) ? [mark] : []))]),
  );
};
