import type { Locator } from '../epub/engine/locator.ts';

/** The position from which a jump started. */
export interface LeftPosition {
  page: number;
  /** The exact position, in a text. */
  locator?: Locator;
}

/** How the reader came to the current position, as far as the shell knows. */
export interface ReadingMoves {
  /** The way back from a jump, as long as it is offered. */
  back: LeftPosition | null;
  /** Turns since the last jump; infinite before the first. */
  turnsSinceJump: number;
}

/** Going further at once is dragging or flinging, not turning pages. */
const maxTurn = 8;
/** Turns after a jump from which on pages count as read. */
const readingTurns = 2;
/** Turns after which a reader has settled at the new position. */
const settledTurns = 10;

/** How long the last page is shown until a book counts as read although it was jumped to (ms). */
export const readTime = 10_000;

/** @param isJump opened at a page that is not the reader's own position */
export const initialMoves = (isJump: boolean): ReadingMoves => ({
  back: null,
  turnsSinceJump: isJump ? 0 : Infinity,
});

/**
 * A jump from a position. Several jumps in a row lead back to where the first one began, unless
 * the last one shows that page itself.
 */
export const afterJump = (
  { back, turnsSinceJump }: ReadingMoves,
  from: LeftPosition,
  shows: (page: number) => boolean,
): ReadingMoves => {
  const start = back !== null && turnsSinceJump < readingTurns ? back : from;
  return { back: shows(start.page) ? null : start, turnsSinceJump: 0 };
};

/** A turn from one page to another. */
export const afterTurn = (moves: ReadingMoves, fromPage: number, toPage: number): ReadingMoves => {
  if (Math.abs(toPage - fromPage) > maxTurn) return { back: moves.back, turnsSinceJump: 0 };
  const turnsSinceJump = moves.turnsSinceJump + 1;
  const isSettled = turnsSinceJump >= settledTurns || moves.back?.page === toPage;
  return { back: isSettled ? null : moves.back, turnsSinceJump };
};

/** Whether a page was jumped to. The last page of a book counts as such until it is read. */
export const isJumpedTo = ({ turnsSinceJump }: ReadingMoves, isLast: boolean): boolean =>
  turnsSinceJump < (isLast ? readingTurns : 1);
