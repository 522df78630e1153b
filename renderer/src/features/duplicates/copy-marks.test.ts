import { expect, test } from 'vitest';

import { copyMarks } from './copy-marks.ts';

const copy = (id: string, fields: Partial<Parameters<typeof copyMarks>[0][number]> = {}) => ({
  ...{ id, error: null, page_count: 20, file_size: 100, created_at: '2026-01-01T00:00:00.000Z' },
  ...{ progress: null, summary: null, release_date: null, language: null, number: 1 },
  ...fields,
});

test('the largest copy is marked, and is the best of equals', () => {
  const marks = copyMarks([copy('a'), copy('b', { file_size: 300 })]);
  expect([...marks]).toEqual([
    ['a', []],
    ['b', ['best', 'largest']],
  ]);
});

test('a damaged copy is never the best, a described one is better than a larger one', () => {
  const marks = copyMarks([
    copy('damaged', { error: 'broken', file_size: 900, page_count: 21 }),
    copy('large', { file_size: 300 }),
    copy('described', { summary: 'Space.', language: 'en' }),
  ]);
  expect([...marks]).toEqual([
    ['damaged', ['largest', 'mostPages']],
    ['large', []],
    ['described', ['best', 'metadata']],
  ]);
});

test('of equal copies the oldest is the best, and nothing else is marked', () => {
  const marks = copyMarks([copy('new', { created_at: '2026-02-01T00:00:00.000Z' }), copy('old')]);
  expect([...marks]).toEqual([
    ['new', []],
    ['old', ['best']],
  ]);
});
