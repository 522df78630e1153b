import { expect, test } from 'vitest';

import { readShare } from './read-share.ts';

test.for([
  { counts: { book_count: 1, unread_count: 0, in_progress_count: 1 }, share: 0 },
  { counts: { book_count: 4, unread_count: 2, in_progress_count: 1 }, share: 0.25 },
  { counts: { book_count: 2, unread_count: 0, in_progress_count: 0 }, share: 1 },
  { counts: { book_count: 2, unread_count: null, in_progress_count: null }, share: 0 },
  { counts: { book_count: 0, unread_count: 0, in_progress_count: 0 }, share: 0 },
])('only books that were read to the end count as read: $share', ({ counts, share }) => {
  expect(readShare(counts)).toBe(share);
});
