import type { Letters } from '../../../../shared/schemas.ts';
import type { Direction } from '../../../../shared/schemas.ts';

export interface LetterPlace {
  /** `#` for what comes before A, `…` for what comes after Z, otherwise a capital. */
  label: string;
  count: number;
  /** Where it begins in the list; of an empty one, where it would. */
  index: number;
}

const labels = ['#', ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), '…'];

/** Where each letter begins in a list that is sorted by name in the given direction. */
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
    const place = { label, count, index };
    index += count;
    return place;
  });
};
