import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { hostilePdfs, writeHostilePdf } from '../../testing/hostile-pdf.ts';
import { writePdf } from '../../testing/pdf.ts';
import { defaultLimits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { createPdf, type Pdf } from './pdf.ts';

const dir = mkdtempSync(join(tmpdir(), 'octavo-hostile-'));
const plain = join(dir, 'plain.pdf');
writePdf(plain, [[300, 400]]);
const trap = join(dir, 'trap.pdf');
writeHostilePdf(trap, 'dashes of a hundred-thousandth');

let pdf: Pdf;
afterEach(() => pdf.close());
afterAll(() => rmSync(dir, { recursive: true }));

/** Time limit of the next requests. */
let seconds: number;
const start = (limit: number) => {
  seconds = limit;
  pdf = createPdf({ limits: () => ({ ...defaultLimits, seconds }) });
};
/** Threads that were started so far, without those of other tests in this process. */
let started = 0;
const count = () => void (started += 1);
process.on('worker', count);
afterAll(() => void process.off('worker', count));
/** Number of the process's worker threads, without those of Node's own pools; other systems skip the comparison. */
const threads = (): number => {
  if (process.platform !== 'linux') return 0;
  const tasks = '/proc/self/task';
  return readdirSync(tasks).filter((task) => isWorker(join(tasks, task, 'comm'))).length;
};
const isWorker = (file: string): boolean => {
  try {
    return readFileSync(file, 'utf8').trim() === 'WorkerThread';
  } catch {
    // It has ended meanwhile.
    return false;
  }
};

test.each(Object.keys(hostilePdfs))(
  '%s: read or refused, and the next book is read',
  async (name) => {
    const path = join(dir, 'hostile.pdf');
    writeHostilePdf(path, name);
    // Hostile files take all of it, a core each; a busy machine needs more for the others.
    start(0.5);
    const asked = [
      () => pdf.list(path),
      () => pdf.draw(path, 0, { width: 800 }),
      () => pdf.hasText(path),
      () => pdf.extract(path, 0),
    ];
    for (const ask of asked) {
      await ask().catch((error: unknown) => expect(error).toBeInstanceOf(MediaError));
    }
    seconds = 10;
    expect(await pdf.draw(plain, 0, { width: 30 })).toMatchObject({ width: 30, height: 40 });
  },
);

test('a page that hangs keeps the pages of no other book waiting', async () => {
  start(600);
  const ended: string[] = [];
  const hung = [800, 900].map((width) =>
    pdf.draw(trap, 0, { width }).catch((error: unknown) => {
      ended.push('trap');
      return error;
    }),
  );
  for (let page = 0; page < 3; page += 1) {
    await pdf.draw(plain, 0, { width: 30 + page });
    ended.push('plain');
  }
  await pdf.close();
  await Promise.all(hung);
  expect(ended).toEqual(['plain', 'plain', 'plain', 'trap', 'trap']);
});

test('a page that was given up is not tried again, unless it is drawn smaller', async () => {
  start(1);
  const before = threads();
  const draw = (width: number) => pdf.draw(trap, 0, { width });
  await expect(draw(800)).rejects.toThrow('took more than 1 seconds');
  // The hung thread is gone, and retrying the same page starts no new one.
  await vi.waitFor(() => expect(threads()).toBeLessThanOrEqual(before), { timeout: 10_000 });
  const afterFirst = started;
  await expect(draw(800)).rejects.toThrow('took more than 1 seconds');
  await expect(draw(900)).rejects.toThrow('took more than 1 seconds');
  expect(started).toBe(afterFirst);
  await draw(10).catch(() => null);
  expect(started).toBeGreaterThan(afterFirst);
});

test('the end comes at once, though two threads hang', async () => {
  start(600);
  const other = join(dir, 'other.pdf');
  writeHostilePdf(other, 'a shading that computes forever');
  const before = threads();
  const already = started;
  const hung = [trap, other].map((path) => pdf.draw(path, 0, {}).catch((error: unknown) => error));
  await vi.waitFor(() => expect(started).toBe(already + 2), { timeout: 20_000 });
  await pdf.close();
  for (const error of await Promise.all(hung)) expect(String(error)).toContain('shutting down');
  await vi.waitFor(() => expect(threads()).toBeLessThanOrEqual(before), { timeout: 10_000 });
});
