import { firstYear } from '../../media/filename-parser/read-name.ts';

/** The numbers of a book that decide which volume it belongs to and where it stands. */
export interface NumberedBook {
  number: number | null;
  volume: number | null;
  chapter: number | null;
}

/** The volume that a book names; null for a year. */
export const volumeNumberOf = ({ volume }: NumberedBook): number | null =>
  volume !== null && volume >= 0 && volume < firstYear ? volume : null;

/** The chapter of a book; null for a whole volume, whose number is that of the volume. */
export const chapterOf = ({ number, volume, chapter }: NumberedBook): number | null =>
  chapter ?? (number === volume ? null : number);

/** First and last chapter of a volume. */
interface Range {
  first: number;
  last: number;
}

export interface VolumePlan {
  /** The volume of each book; all null in a series without both levels. */
  volumes: (number | null)[];
  /** The rank of each book, or null where the numbers give the same order. */
  positions: number[] | null;
  /** Chapters are counted from the beginning of each volume. */
  restarts: boolean;
}

interface PlannedBook<Book> {
  book: Book;
  volume: number | null;
  chapter: number | null;
}

const rangeOf = (chapters: readonly number[]): Range => ({
  first: Math.min(...chapters),
  last: Math.max(...chapters),
});

const rangesOf = (books: readonly PlannedBook<unknown>[]): Map<number, Range> => {
  const chapters = Map.groupBy(
    books.filter(({ volume, chapter }) => volume !== null && chapter !== null),
    ({ volume }) => volume ?? 0,
  );
  return new Map(
    [...chapters]
      .map(([volume, group]): [number, Range] => [
        volume,
        rangeOf(group.map(({ chapter }) => chapter ?? 0)),
      ])
      .sort(([a], [b]) => a - b),
  );
};

/**
 * Whether names give books both levels: a volume holds several books with chapters, and there are
 * other volumes, or loose chapters outside of its range. Loose chapters between those of the only
 * volume show that somebody tagged only some of them.
 */
const hasBothLevels = (books: readonly PlannedBook<NumberedBook>[]): boolean => {
  const groups = Map.groupBy(books, ({ volume }) => volume);
  const loose = (groups.get(null) ?? []).flatMap(({ chapter }) => chapter ?? []);
  groups.delete(null);
  const holdsChapters = [...groups.values()].some(
    (group) => group.length > 1 && group.some(({ chapter }) => chapter !== null),
  );
  if (!holdsChapters) return false;
  if (groups.size > 1) return true;
  const [only] = rangesOf(books).values();
  return (
    only !== undefined &&
    loose.length > 0 &&
    loose.every((chapter) => chapter < only.first || chapter > only.last)
  );
};

/** A volume that begins in the first half of the one before it, or earlier, restarts the count. */
const restartsNumbering = (ranges: ReadonlyMap<number, Range>): boolean => {
  const inOrder = [...ranges.values()];
  return inOrder.some(({ first }, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && first <= (before.first + before.last) / 2;
  });
};

type SortKey = readonly [number, number, number];

/**
 * The sort key of each book. If chapters run through the volumes, they decide, and a whole volume
 * follows the chapters of the volumes before it; else the volume decides, and loose chapters come last.
 */
const keyOf =
  (ranges: ReadonlyMap<number, Range>, restarts: boolean) =>
  ({ volume, chapter, book }: PlannedBook<NumberedBook>): SortKey => {
    const isExtra = chapter === null && book.number === null;
    if (volume === null && isExtra) return [Infinity, Infinity, 0];
    if (restarts) return [volume ?? Infinity, isExtra ? Infinity : (chapter ?? -Infinity), 0];
    if (volume === null || chapter !== null) return [chapter ?? book.volume ?? 0, 0, 0];
    let before = -Infinity;
    for (const [number, { last }] of ranges) {
      if (number < volume || (isExtra && number === volume)) before = Math.max(before, last);
    }
    return [before, 1, volume];
  };

const compare = (a: SortKey, b: SortKey): number => {
  const differing = a.findIndex((value, index) => value !== b[index]);
  return differing === -1 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
};

/**
 * Assigns the books of a series, in the order of their numbers, to volumes, and puts them into reading
 * order. A dissolved volume is none; a manual one is enough to have volumes.
 */
export const planVolumes = (
  books: readonly NumberedBook[],
  { dissolved, manual }: { dissolved: ReadonlySet<number>; manual: ReadonlySet<number> },
): VolumePlan => {
  const planned = books.map((book): PlannedBook<NumberedBook> => {
    const number = volumeNumberOf(book);
    const volume = number !== null && dissolved.has(number) ? null : number;
    return { book, volume, chapter: chapterOf(book) };
  });
  const hasVolumes =
    planned.some(({ volume }) => volume !== null && manual.has(volume)) || hasBothLevels(planned);
  if (!hasVolumes) return { volumes: books.map(() => null), positions: null, restarts: false };
  const ranges = rangesOf(planned);
  const restarts = restartsNumbering(ranges);
  const key = keyOf(ranges, restarts);
  const inOrder = planned
    .map((entry, index) => ({ index, key: key(entry) }))
    .sort((a, b) => compare(a.key, b.key) || a.index - b.index);
  const isByNumber = inOrder.every(({ index }, rank) => index === rank);
  const positions = books.map(() => 0);
  for (const [rank, { index }] of inOrder.entries()) positions[index] = rank + 1;
  return {
    volumes: planned.map(({ volume }) => volume),
    positions: isByNumber ? null : positions,
    restarts,
  };
};
