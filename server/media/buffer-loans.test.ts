import { expect, test } from 'vitest';

import { createBufferLoans, whileBorrowed } from './buffer-loans.ts';

test('memory that was given back is lent again, and never twice at a time', () => {
  const borrow = createBufferLoans();
  const [first, second] = [borrow(), borrow()];
  const one = first.allocate(100_000);
  const two = second.allocate(100_000);
  expect([one.length, two.length]).toEqual([100_000, 100_000]);
  expect(one.buffer).not.toBe(two.buffer);
  first.giveBack();
  first.giveBack();
  const [third, fourth] = [borrow().allocate(70_000), borrow().allocate(70_000)];
  expect(third.buffer).toBe(one.buffer);
  expect(third.length).toBe(70_000);
  expect(fourth.buffer).not.toBe(one.buffer);
});

test('no more is kept than allowed', () => {
  const borrow = createBufferLoans({ keepBytes: 1024 * 1024 });
  const loan = borrow();
  const small = loan.allocate(1);
  const large = loan.allocate(1024 * 1024);
  loan.giveBack();
  expect(borrow().allocate(1).buffer).toBe(small.buffer);
  expect(borrow().allocate(1024 * 1024).buffer).not.toBe(large.buffer);
});

test('what was lent for some work is back when it is done, and when it fails', async () => {
  const borrow = createBufferLoans();
  const lent = await whileBorrowed(borrow, (allocate) => Promise.resolve(allocate(1).buffer));
  const failing = whileBorrowed(borrow, (allocate) => {
    expect(allocate(1).buffer).toBe(lent);
    return Promise.reject(new Error('no image'));
  });
  await expect(failing).rejects.toThrow('no image');
  expect(borrow().allocate(1).buffer).toBe(lent);
});
