import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createReadGate } from './read-gate.ts';

const refused = { code: 'ServiceUnavailable', headers: { 'Retry-After': '10' } };

test('a volume that hangs holds few threads, and others are read as ever', async () => {
  const told: string[] = [];
  const gate = createReadGate({ concurrency: 2, limitMs: 50, onSilent: (name) => told.push(name) });
  let begun = 0;
  const { promise: answer, resolve: wake } = Promise.withResolvers<string>();
  const hang = () => {
    begun += 1;
    return answer;
  };
  const asked = Array.from({ length: 6 }, () => gate.run('nas', hang));
  expect(await gate.run('disk', () => Promise.resolve('page'))).toBe('page');
  for (const entry of asked) await expect(entry).rejects.toMatchObject(refused);
  expect(begun).toBe(2);
  expect(gate.isSilent('nas')).toBe(true);
  expect(gate.isSilent('disk')).toBe(false);
  await expect(gate.run('nas', hang)).rejects.toMatchObject(refused);
  expect(begun).toBe(2);

  wake('late');
  await sleep(5);
  expect(gate.isSilent('nas')).toBe(false);
  expect(await gate.run('nas', () => Promise.resolve('page'))).toBe('page');
  // When the first reads were slow, when all hung, and after the first response.
  expect(told).toEqual(['nas', 'nas', 'nas', 'nas']);
});

test('a read that outlasts its owner is not reported', async () => {
  const told: string[] = [];
  const gate = createReadGate({ concurrency: 1, limitMs: 50, onSilent: (name) => told.push(name) });
  const { promise: answer, resolve: wake } = Promise.withResolvers<string>();
  const asked = gate.run('nas', () => answer);
  gate.stop();
  await expect(asked).rejects.toMatchObject(refused);
  expect(gate.isSilent('nas')).toBe(true);
  wake('late');
  await sleep(5);
  expect(gate.isSilent('nas')).toBe(false);
  expect(told).toEqual([]);
});

test('many reads of a volume that answers wait for each other', async () => {
  const gate = createReadGate({ concurrency: 2, limitMs: 200 });
  let running = 0;
  let most = 0;
  const read = async (value: number) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(2);
    running -= 1;
    if (value === 7) throw new Error('damaged');
    return value;
  };
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, value) => gate.run('disk', () => read(value))),
  );
  expect(most).toBe(2);
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
});

test('reads take turns between people, and too many of one are refused', async () => {
  let owner = 'ann';
  const gate = createReadGate({ concurrency: 1, ownerOf: () => owner, limit: 20, share: 10 });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const order: string[] = [];
  const ask = (name: string) =>
    gate.run('disk', async () => {
      await promise;
      order.push(name);
    });
  const asked = Array.from({ length: 11 }, (_, index) => ask(`ann ${index}`));
  await expect(ask('ann too')).rejects.toMatchObject({
    code: 'ServiceUnavailable',
    headers: { 'Retry-After': '2' },
  });
  owner = 'eve';
  asked.push(ask('eve'));
  resolve(undefined);
  await Promise.all(asked);
  expect(order.slice(0, 3)).toEqual(['ann 0', 'ann 1', 'eve']);
});

test('what is opened too late is given back', async () => {
  const gate = createReadGate({ concurrency: 1, limitMs: 20 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const closed: string[] = [];
  const asked = gate.run(
    'nas',
    () => promise,
    (handle) => closed.push(handle),
  );
  await expect(asked).rejects.toMatchObject(refused);
  resolve('handle');
  await sleep(5);
  expect(closed).toEqual(['handle']);
});
