import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createSuspendResume } from './suspend-resume.ts';

let root: string;
let active: Set<string>;
let held: boolean;
const libraries = () =>
  ['a', 'b'].map((id) => ({ id, name: id, path: join(root, id), default_mode: 'normal' as const }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'octavo-sleep-'));
  active = new Set(['a', 'b']);
  held = false;
  for (const id of ['a', 'b']) connect(id);
});
afterEach(() => rmSync(root, { recursive: true }));

const connect = (id: string) => {
  mkdirSync(join(root, id), { recursive: true });
  writeFileSync(join(root, id, 'book.cbz'), '');
};
const disconnect = (id: string) => rmSync(join(root, id), { recursive: true });
const sleepOf = (patienceMs: number) =>
  createSuspendResume({
    scans: {
      pauseAll: () => {
        const paused = [...active];
        active.clear();
        return paused;
      },
      resumeAll: (only = []) => {
        for (const id of only) active.add(id);
        return only.length;
      },
    },
    store: { libraries },
    schedules: {
      hold: (next) => {
        held = next;
      },
    },
    pollMs: 10,
    patienceMs,
  });

test('each scan goes on when its own drive is back, schedules when all are', async () => {
  const sleep = sleepOf(60_000);
  sleep.suspend();
  expect([[...active], held]).toEqual([[], true]);
  disconnect('b');
  const awake = sleep.wake();
  await vi.waitFor(() => expect([...active]).toEqual(['a']));
  expect(held).toBe(true);
  // The mount point exists before the drive does.
  mkdirSync(join(root, 'b'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([...active]).toEqual(['a']);
  connect('b');
  await awake;
  expect([[...active].sort(), held]).toEqual([['a', 'b'], false]);
});

test('a scan that a person had paused stays paused', async () => {
  active = new Set(['a']);
  const sleep = sleepOf(60_000);
  sleep.suspend();
  await sleep.wake();
  expect([...active]).toEqual(['a']);
});

test('schedules do not wait forever for a drive', async () => {
  const sleep = sleepOf(0);
  sleep.suspend();
  disconnect('b');
  void sleep.wake();
  await vi.waitFor(() => expect(held).toBe(false));
  expect([...active]).toEqual(['a']);
  sleep.stop();
});

test('schedules go on as soon if the clock is set back by a day after waking', async () => {
  const sleep = sleepOf(100);
  sleep.suspend();
  disconnect('b');
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    void sleep.wake();
    vi.setSystemTime(Date.now() - 86_400_000);
    await expect.poll(() => held, { timeout: 2000 }).toBe(false);
  } finally {
    sleep.stop();
    vi.useRealTimers();
  }
});

test('falling asleep again ends the waiting', async () => {
  const sleep = sleepOf(60_000);
  sleep.suspend();
  disconnect('a');
  const awake = sleep.wake();
  await vi.waitFor(() => expect([...active]).toEqual(['b']));
  sleep.suspend();
  await awake;
  connect('a');
  expect([[...active], held]).toEqual([[], true]);
  await sleep.wake();
  expect([...active].sort()).toEqual(['a', 'b']);
});
