import { expect, test } from 'vitest';

import { createBufferPool, withPooledBuffers } from './buffer-pool.ts';

test('memory that was given back is lent again, and never twice at a time', () => {
  const borrow = createBufferPool();
  const [first, second] = [borrow(), borrow()];
  const buffer = first.allocate(100_000);
  const two = second.allocate(100_000);
  expect([buffer.length, two.length]).toEqual([100_000, 100_000]);
  expect(buffer.buffer).not.toBe(two.buffer);
  first.release();
  first.release();
  const [third, fourth] = [borrow().allocate(70_000), borrow().allocate(70_000)];
  expect(third.buffer).toBe(buffer.buffer);
  expect(third.length).toBe(70_000);
  expect(fourth.buffer).not.toBe(buffer.buffer);
});

test('no more is kept than allowed', () => {
  const borrow = createBufferPool({ keepBytes: 1024 * 1024 });
  const loan = borrow();
  const small = loan.allocate(1);
  const large = loan.allocate(1024 * 1024);
  loan.release();
  expect(borrow().allocate(1).buffer).toBe(small.buffer);
  expect(borrow().allocate(1024 * 1024).buffer).not.toBe(large.buffer);
});

test('what was lent for some work is back when it is done, and when it fails', async () => {
  const borrow = createBufferPool();
  const lent = await withPooledBuffers(borrow, (allocate) => Promise.resolve(allocate(1).buffer));
  const failing = withPooledBuffers(borrow, (allocate) => {
    expect(allocate(1).buffer).toBe(lent);
    return Promise.reject(new Error('no image'));
  });
  await expect(failing).rejects.toThrow('no image');
  expect(borrow().allocate(1).buffer).toBe(lent);
});
