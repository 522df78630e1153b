import { expect, test } from 'vitest';

import { calendarWeeks } from './calendar.ts';

const day = (date: string) => new Date(`${date}T00:00:00`);

test('columns begin on Monday and leave out what lies outside', () => {
  // 14 January 2026 is a Wednesday, 20 January a Tuesday.
  const weeks = calendarWeeks([{ date: '2026-01-15', pages: 3 }], '2026-01-14', day('2026-01-20'));
  expect(weeks.map((week) => week.map((date) => date?.date.slice(8) ?? null))).toEqual([
    [null, null, '14', '15', '16', '17', '18'],
    ['19', '20', null, null, null, null, null],
  ]);
  expect(weeks[0]?.[3]).toEqual({ date: '2026-01-15', pages: 3, level: 4 });
});

test('one night of much reading leaves the other days their colour', () => {
  const read = [...Array.from({ length: 19 }, (_, index) => 20 + index), 2000].map(
    (pages, index) => ({ date: `2026-01-${String(index + 1).padStart(2, '0')}`, pages }),
  );
  const levels = calendarWeeks(read, '2026-01-01', day('2026-01-20'))
    .flat()
    .map((cell) => cell?.level ?? 0);
  expect(Math.max(...levels)).toBe(4);
  expect(levels.filter((level) => level >= 2).length).toBeGreaterThan(15);
});

test('a change of the clocks loses no day and doubles none', () => {
  const weeks = calendarWeeks([], '2026-03-01', day('2026-11-21'));
  const dates = weeks.flat().flatMap((cell) => (cell === null ? [] : [cell.date]));
  expect(new Set(dates).size).toBe(dates.length);
  expect(dates).toHaveLength(266);
});

test('without reading, the calendar of all time is this week', () => {
  const weeks = calendarWeeks([], undefined, day('2026-01-20'));
  expect(weeks.map((week) => week.map((date) => date?.date ?? null))).toEqual([
    [null, '2026-01-20', null, null, null, null, null],
  ]);
});
