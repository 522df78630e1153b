import { expect, test } from 'vitest';

import { createReadingPace } from './reading-pace.ts';

const pace = () => {
  let now = 0;
  const reader = createReadingPace(() => now);
  return {
    minutesFor: reader.minutesFor,
    read: (page: number, seconds: number) => {
      now += seconds * 1000;
      reader.onPage(page);
    },
  };
};

test('nobody knows the reader at first', () => {
  expect(pace().minutesFor(60)).toBe(50);
  expect(pace().minutesFor(0)).toBe(1);
});

test('slow reading lengthens the estimate, leafing does not shorten it', () => {
  const { read, minutesFor } = pace();
  for (let page = 1; page <= 30; page += 1) read(page, 100);
  expect(minutesFor(60)).toBeGreaterThan(90);
  const slow = minutesFor(60);
  for (let page = 31; page <= 60; page += 1) read(page, 1);
  read(61, 4000);
  read(3, 10);
  expect(minutesFor(60)).toBe(slow);
});
