import { expect, test } from 'vitest';

import { initialMoves, isJumpedTo, afterJump, afterTurn } from './reading-moves.ts';

const pageFrom = (page: number) => ({ page });
const showing = (shown: number) => (page: number) => page === shown;

test('a jump keeps the way back to where it began', () => {
  const moves = afterJump(initialMoves(false), pageFrom(14), showing(90));
  expect(moves.back).toEqual({ page: 14 });
  expect(afterJump(moves, pageFrom(90), showing(200)).back).toEqual({ page: 14 });
  const read = afterTurn(afterTurn(moves, 90, 91), 91, 92);
  expect(afterJump(read, pageFrom(92), showing(200)).back).toEqual({ page: 92 });
  // Its page is shown again.
  expect(afterJump(moves, pageFrom(90), showing(14))).toEqual({ back: null, turnsSinceJump: 0 });
});

test('reading on at the new position, or turning back to the old one, ends the offer', () => {
  let moves = afterJump(initialMoves(false), pageFrom(14), showing(90));
  for (let page = 90; page < 99; page += 1) moves = afterTurn(moves, page, page + 1);
  expect(moves.back).toEqual({ page: 14 });
  expect(afterTurn(moves, 99, 100).back).toBeNull();
  expect(
    afterTurn(afterJump(initialMoves(false), pageFrom(14), showing(15)), 15, 14).back,
  ).toBeNull();
});

test('the last page counts as read if it was turned to', () => {
  const opened = initialMoves(false);
  expect(isJumpedTo(opened, true)).toBe(false);
  expect(isJumpedTo(initialMoves(true), true)).toBe(true);
  const nearEnd = afterJump(opened, pageFrom(3), showing(10));
  expect(isJumpedTo(nearEnd, true)).toBe(true);
  expect(isJumpedTo(afterTurn(nearEnd, 10, 11), true)).toBe(true);
  expect(isJumpedTo(afterTurn(nearEnd, 10, 11), false)).toBe(false);
  expect(isJumpedTo(afterTurn(afterTurn(nearEnd, 10, 11), 11, 12), true)).toBe(false);
});

test('a scroll bar that was dragged to the end has turned no page', () => {
  expect(isJumpedTo(afterTurn(initialMoves(false), 3, 300), true)).toBe(true);
});
