import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createTestStore, seedLibrary, seedSeries } from '../testing/seed.ts';

test('0200 takes what the scan that found a series wrote of it for no change', () => {
  const { database, close } = createTestStore();
  const library = seedLibrary(database);
  const dates = (name: string, date_updated: string, locked_fields = '[]') =>
    seedSeries(database, library, {
      name,
      date_added: '2026-01-01T10:00:00.500Z',
      date_updated,
      locked_fields,
    });
  dates('Same scan', '2026-01-01T10:03:00.000Z');
  dates('Edited at once', '2026-01-01T10:03:00.000Z', '["name"]');
  dates('Later', '2026-01-02T10:00:00.000Z');
  const file = new URL('./migrations/0200-unchanged-series.sql', import.meta.url);
  database.exec(readFileSync(file, 'utf8'));
  expect(
    database.prepare('SELECT name FROM series WHERE date_updated = date_added').pluck().all(),
  ).toEqual(['Same scan']);
  close();
});
