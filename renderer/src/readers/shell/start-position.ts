import type { FullBook } from '../../../../shared/api/books.ts';
import { readLocator, type Locator, type Positions } from '../epub/engine/locator.ts';

/**
 * The most precise locator of a page: the stored one if it belongs to this page, otherwise the
 * start of the page. A locator of another page is older than the page number.
 */
export const positionOf = (
  positions: Positions,
  page: number,
  location: string | null,
): Locator | null => {
  const exact = readLocator(location);
  return exact?.locations.position === page ? exact : positions.locatorOf(page);
};

interface WantedStart {
  startPage?: number | undefined;
  startPosition?: string | undefined;
}

/**
 * Where a document opens: at the URL's position, else at the saved one; finished and new books open
 * at the beginning.
 */
export const startOf = (
  { progress }: Pick<FullBook, 'progress'>,
  positions: Positions,
  { startPage, startPosition }: WantedStart,
): Locator | 'start' => {
  const marked = readLocator(startPosition);
  if (marked) return marked;
  if (startPage !== undefined) {
    return (startPage === 1 ? null : positions.locatorOf(startPage)) ?? 'start';
  }
  if (progress === null || progress.is_completed) return 'start';
  return positionOf(positions, progress.current_page, progress.location) ?? 'start';
};
