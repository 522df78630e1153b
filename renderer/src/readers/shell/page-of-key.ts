import { clamp } from '../../../../shared/clamp.ts';

interface ThumbnailGrid {
  /** Number of pages. */
  count: number;
  isReversed: boolean;
  columns: number;
  /** Rows in view. */
  rows: number;
}

/** The page whose thumbnail a key moves to; null if the key does not move among thumbnails. */
export const pageOfKey = (
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  from: number,
  { count, isReversed, columns, rows }: ThumbnailGrid,
): number | null => {
  const across = isReversed ? -1 : 1;
  const steps: Record<string, number> = {
    ArrowLeft: -across,
    ArrowRight: across,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * rows,
    PageDown: columns * rows,
    Home: -count,
    End: count,
  };
  const step = altKey || ctrlKey || metaKey ? undefined : steps[key];
  return step === undefined ? null : clamp(from + step, 1, count);
};
