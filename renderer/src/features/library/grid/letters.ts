import type { Letters } from '../../../../../shared/schemas.ts';
import type { Direction } from '../../../../../shared/schemas.ts';

export interface LetterPlace {
  /** `#` for names before A, `…` for names after Z, otherwise a capital letter. */
  label: string;
  count: number;
  /** Index of the first entry in the list; for an empty letter, its insertion point. */
  index: number;
}

const labels = ['#', ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), '…'];

/** Index of each letter in a list sorted by name in the given direction. */
export const letterPlaces = (
  letters: Letters['letters'],
  direction: Direction,
): readonly LetterPlace[] => {
  const counts = new Map<string, number>();
  for (const { letter, count } of letters) {
    const label = letter < 'a' ? '#' : letter > 'z' ? '…' : letter.toUpperCase();
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  let index = 0;
  return (direction === 'asc' ? labels : labels.toReversed()).map((label) => {
    const count = counts.get(label) ?? 0;
    const entry = { label, count, index };
    index += count;
    return entry;
  });
};

/** The letter at a share of the rail's height, or the nearest that has entries; undefined if none has. */
export const placeAt = (places: readonly LetterPlace[], share: number): LetterPlace | undefined => {
  const row = Math.floor(share * places.length);
  return (
    places.find(({ count }, index) => index >= row && count > 0) ??
    places.findLast(({ count }) => count > 0)
  );
};
