import type { ReleaseSpan } from '../../../shared/api/release-record.ts';

/** A present book, as far as it says what it holds. */
export interface OwnedBook {
  volume: number | null;
  chapter: number | null;
  number: number | null;
}

export interface Coverage {
  chapters: ReleaseSpan[] | null;
  volumes: ReleaseSpan[] | null;
}

/** More chapters than any series has: a feed that claims them is not counted through. */
const longestSpan = 10_000;

/**
 * Whether the books hold all that a release brings: each of its chapters and volumes. A release of
 * chapters that names the one volume they belong to is also held by that volume.
 */
export const isAcquired = (
  { chapters, volumes }: Coverage,
  books: readonly OwnedBook[],
): boolean => {
  const whole = new Set(books.map(({ volume, chapter }) => (chapter === null ? volume : null)));
  const single = new Set(
    books.map(({ volume, chapter, number }) => chapter ?? (volume === null ? number : null)),
  );
  if (chapters === null) return volumes !== null && covers(whole, volumes);
  if (volumes === null) return covers(single, chapters);
  const [volume, ...more] = volumes;
  const place = volume !== undefined && more.length === 0 && volume.start === volume.end;
  return place
    ? covers(single, chapters) || covers(whole, volumes)
    : covers(single, chapters) && covers(whole, volumes);
};

const covers = (owned: ReadonlySet<number | null>, spans: readonly ReleaseSpan[]): boolean =>
  spans.length > 0 &&
  spans.every(({ start, end }) => {
    if (end - start > longestSpan) return false;
    for (let number = start; number <= end; number += 1) if (!owned.has(number)) return false;
    return true;
  });
