import type { Mark } from './book-engine.ts';
import { markColors, markName } from './book-style.ts';
import { stretchOf, type Locator, type TextRange } from './locator.ts';
import type { PartFrame } from './part-frame.ts';
import type { TextIndex } from './text-index.ts';

export interface PlacedMark extends TextRange {
  id: string;
  color: string;
}

/**
 * Resolves a locator to a range: at its offsets if the text still matches, otherwise the nearest
 * occurrence of its text.
 */
export const findStretch = (index: TextIndex, locator: Locator): TextRange | null => {
  const given = stretchOf(locator);
  const words = locator.text?.highlight;
  if (words === undefined || words === '') return given;
  if (given && sameWords(index.text.slice(given.start, given.end), words)) return given;
  const near = given?.start ?? locator.locations.progression * index.text.length;
  return index.find({ ...locator.text, highlight: words }, near) ?? given;
};

const sameWords = (a: string, b: string): boolean =>
  a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim();

/** Draws highlights with the CSS Custom Highlight API; does nothing without it. */
export const drawMarks = (
  { window }: PartFrame,
  index: TextIndex,
  marks: readonly Mark[],
): PlacedMark[] => {
  const placed = marks.flatMap((mark): PlacedMark[] => {
    const stretch = findStretch(index, mark.locator);
    return stretch && stretch.end > stretch.start
      ? [{ ...stretch, id: mark.id, color: mark.color }]
      : [];
  });
  if (!('highlights' in window.CSS)) return placed;
  for (const color of Object.keys(markColors)) {
    const ranges = placed.filter((mark) => mark.color === color).map(index.rangeOf);
    // eslint-disable-next-line floor/member-above-floor -- asked for above
    window.CSS.highlights.set(markName(color), new window.Highlight(...ranges));
  }
  return placed;
};

/** Text position at a point of the window, or null. */
export const characterAt = (
  { document }: PartFrame,
  index: TextIndex,
  x: number,
  y: number,
): number | null => {
  // Each browser supports one of the two.
  const ask: Partial<Pick<Document, 'caretPositionFromPoint' | 'caretRangeFromPoint'>> = document;
  const position = ask.caretPositionFromPoint?.(x, y);
  if (position) return index.offsetOf(position.offsetNode, position.offset);
  // oxlint-disable-next-line typescript/no-deprecated -- what Safari has
  const range = ask.caretRangeFromPoint?.(x, y);
  return range ? index.offsetOf(range.startContainer, range.startOffset) : null;
};
