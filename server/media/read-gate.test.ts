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
  for (const one of asked) await expect(one).rejects.toMatchObject(refused);
  expect(begun).toBe(2);
  expect(gate.isSilent('nas')).toBe(true);
  expect(gate.isSilent('disk')).toBe(false);
  await expect(gate.run('nas', hang)).rejects.toMatchObject(refused);
  expect(begun).toBe(2);

  wake('late');
  await sleep(5);
  expect(gate.isSilent('nas')).toBe(false);
  expect(await gate.run('nas', () => Promise.resolve('page'))).toBe('page');
  expect(told).toEqual(['nas', 'nas']);
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
