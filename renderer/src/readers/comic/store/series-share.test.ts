import { expect, test } from 'vitest';

import type { Progress } from '../../../../../shared/api/progress-record.ts';
import { seriesShare } from './series-share.ts';

const progress = (percentage: number, is_completed = false) =>
  ({ percentage, is_completed }) as Progress;

test.each([
  ['nothing read', [null, null], 0, 0],
  ['one of two read', [progress(1, true), null], 0, 0.5],
  ['half of the open book', [null, null], 0.5, 0.25],
  ['a read book that is opened again stays read', [null, progress(1, true)], 0.1, 0.5],
  ['the open book counts as it is now, not as it was', [progress(0.5), progress(0.2)], 0.6, 0.55],
])('%s', (_, records, share, expected) => {
  const books = records.map((record, index) => ({ id: String(index), progress: record }));
  expect(seriesShare(books, { id: '1', share })).toBeCloseTo(expected);
});

test('a series without books', () => {
  expect(seriesShare([], { id: '1', share: 0.5 })).toBe(0);
});
