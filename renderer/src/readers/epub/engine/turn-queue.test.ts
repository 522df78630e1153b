import { expect, test, vi } from 'vitest';

import { createTurnQueue, type TurnResult } from './turn-queue.ts';

/** A book of ten pages, whose turns take until `loaded` is called. */
const createBook = () => {
  let page = 1;
  let load = Promise.withResolvers<TurnResult>();
  const cancel = vi.fn(() => load.resolve('stopped'));
  const queue = createTurnQueue(cancel);
  const turn = (step: 1 | -1) =>
    queue.run(step, async () => {
      if (page + step < 1 || page + step > 10) return 'end';
      load = Promise.withResolvers<TurnResult>();
      const result = await load.promise;
      if (result === 'moved') page += step;
      return result;
    });
  const loaded = async (result: TurnResult = 'moved') => {
    load.resolve(result);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, turn, loaded, cancel, page: () => page };
};

test('turns that come while a part loads follow it, without loading it again', async () => {
  const { turn, loaded, cancel, page } = createBook();
  void turn(1);
  void turn(1);
  void turn(1);
  expect(cancel).not.toHaveBeenCalled();
  await loaded();
  expect(page()).toBe(2);
  await loaded();
  await loaded();
  expect(page()).toBe(4);
});

test('a turn in the other direction cancels one that waits, and then the load', async () => {
  const { turn, loaded, cancel, page } = createBook();
  const first = turn(1);
  void turn(1);
  void turn(-1);
  expect(cancel).not.toHaveBeenCalled();
  void turn(-1);
  expect(cancel).toHaveBeenCalledOnce();
  expect(await first).toBe(true);
  expect(page()).toBe(1);
  void turn(1);
  await loaded();
  expect(page()).toBe(2);
});

test('a key held for long turns only a few more pages, and the end of the book is announced', async () => {
  const { turn, loaded, page } = createBook();
  const held = turn(1);
  for (let press = 0; press < 30; press += 1) void turn(1);
  for (let part = 0; part < 12; part += 1) await loaded();
  expect(await held).toBe(true);
  expect(page()).toBe(10);
  expect(await turn(1)).toBe(false);
});

test('a part that fails and a jump drop the turns that wait', async () => {
  const { queue, turn, loaded, page } = createBook();
  void turn(1);
  void turn(1);
  await loaded('stopped');
  await loaded();
  expect(page()).toBe(1);
  void turn(1);
  void turn(1);
  queue.clear();
  await loaded();
  await loaded();
  expect(page()).toBe(2);
});
