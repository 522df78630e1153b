import type { ReleaseSpan } from '../../../shared/api/release-record.ts';

/** The coverage of a present book. */
export interface OwnedBook {
  volume: number | null;
  chapter: number | null;
  number: number | null;
}

export interface Coverage {
  chapters: ReleaseSpan[] | null;
  volumes: ReleaseSpan[] | null;
}

/** Maximum chapters per release, so that a bogus range in a feed is not expanded. */
const maxSpan = 10_000;

/**
 * Whether the books cover all chapters and volumes of a release. A release of chapters within a
 * single named volume is also covered by that volume.
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
  const isWithinVolume = volume !== undefined && more.length === 0 && volume.start === volume.end;
  return isWithinVolume
    ? covers(single, chapters) || covers(whole, volumes)
    : covers(single, chapters) && covers(whole, volumes);
};

const covers = (owned: ReadonlySet<number | null>, spans: readonly ReleaseSpan[]): boolean =>
  spans.length > 0 &&
  spans.every(({ start, end }) => {
    if (end - start > maxSpan) return false;
    for (let number = start; number <= end; number += 1) if (!owned.has(number)) return false;
    return true;
  });
