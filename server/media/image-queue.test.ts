import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createImageQueue } from './image-queue.ts';

test('one reader who asks for everything takes a share, and another is served next', async () => {
  const queue = createImageQueue({ concurrency: 1, limit: 40 });
  const done: string[] = [];
  const make = (name: string) => async () => {
    await sleep(1);
    done.push(name);
  };
  const flood = Array.from({ length: 30 }, (_, index) =>
    queue.run(`flood ${index}`, make('flood'), { owner: 'mallory', priority: 1 }),
  );
  const settled = Promise.allSettled(flood);
  // Queued at the same time; within an owner, originals come before resized pages.
  const resized = queue.run('resized', make('resized'), { owner: 'ada', priority: 1 });
  await Promise.all([
    resized,
    queue.run('original', make('original'), { owner: 'eve', priority: 2 }),
  ]);
  // The jobs already running, and the first of each owner.
  expect(done.length).toBeLessThanOrEqual(4);
  const results = await settled;
  const refused = results.filter((result) => result.status === 'rejected');
  // One starts at once, ten are queued.
  expect(refused).toHaveLength(19);
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
    code: 'ServiceUnavailable',
    headers: { 'Retry-After': '2' },
  });
});

test('what nobody waits for any more gives its share back', async () => {
  const queue = createImageQueue({ concurrency: 1, limit: 4 });
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  const owner = 'ada';
  const first = queue.run('first', () => gate, { owner });
  await sleep(1);
  const leaving = new AbortController();
  const left = queue.run('left', () => gate, { owner, signal: leaving.signal });
  left.catch(() => undefined);
  await expect(queue.run('refused', () => gate, { owner })).rejects.toThrow(/Too many images/);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const next = queue.run('next', () => gate, { owner });
  open(undefined);
  await Promise.all([first, next]);
});

test('queued work runs with the rights of its caller', async () => {
  const queue = createImageQueue({ concurrency: 1 });
  const person = new AsyncLocalStorage<string>();
  const runAs = (name: string) =>
    person.run(name, () => queue.run(name, () => sleep(1, person.getStore())));
  const names = ['ada', 'eve', 'kim'];
  expect(await Promise.all(names.map(runAs))).toEqual(names);
});
