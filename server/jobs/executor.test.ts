import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../testing/library.ts';
import { writeCbz } from '../testing/zip.ts';
import { createExecutor } from './executor.ts';
import { type ExecutorOptions, JobError } from './jobs.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary({ kind: 'thread' });
});
afterEach(() => library.close());

const fill = (count: number) => {
  mkdirSync(library.root, { recursive: true });
  for (let index = 0; index < count; index++) writeCbz(join(library.root, `A/A ${index}.cbz`), 1);
};

/** Scans the library in threads of their own; `options` differ from those of the library. */
const startExecutor = (options: Partial<ExecutorOptions>) => {
  const executor = createExecutor({
    kind: 'thread',
    databasePath: library.database.name,
    thumbnailsDir: library.dir,
    coversDir: library.dir,
    archivesDir: library.dir,
    ...options,
  });
  const run = () =>
    executor.run(
      { kind: 'scan', libraryId: library.id, mode: 'normal' },
      { signal: new AbortController().signal, onMessage: () => undefined },
    );
  return { run, close: () => executor.close() };
};

it('cancels a scan in a thread between two files', async () => {
  fill(400);
  const controller = new AbortController();
  const running = library.executor.run(
    { kind: 'scan', libraryId: library.id, mode: 'deep' },
    { signal: controller.signal, onMessage: () => controller.abort(new Error('Enough')) },
  );
  await expect(running).rejects.toThrow('Enough');
  const { progress } = await library.scan();
  expect(progress.files_processed).toBe(400);
});

it('runs jobs of one kind one after the other and scans beside analyses', async () => {
  fill(20);
  const results = await Promise.all([library.scan(), library.scan(), library.analyze()]);
  expect(results[0].progress.books_added + results[1].progress.books_added).toBe(20);
});

it('distinguishes a reason for people from a fault', async () => {
  await expect(library.scan('normal', { id: 'none' })).rejects.toThrow(JobError);
});

it('fails a job whose thread dies, and starts another thread for the next one', async () => {
  fill(1);
  const broken = join(library.dir, 'no such folder', 'x.db');
  const { run, close } = startExecutor({ databasePath: broken });
  await expect(run()).rejects.toThrow(/stopped unexpectedly/);
  mkdirSync(join(library.dir, 'no such folder'));
  await library.database.backup(broken);
  expect((await run()).books_added).toBe(1);
  await close();
});

it('fails a job that needs too much memory with the reason, and runs the next one', async () => {
  fill(300);
  await library.scan();
  // A scan holds what it knows of all books.
  library.database.prepare('UPDATE books SET error = hex(zeroblob(150000))').run();
  const { run, close } = startExecutor({ heapMiB: 32 });
  await expect(run()).rejects.toThrow(/needs more memory than this machine has to spare/);
  library.database.prepare('UPDATE books SET error = NULL').run();
  expect((await run()).files_processed).toBe(300);
  await close();
});

it('ends waiting and running jobs when it closes', async () => {
  fill(200);
  const jobs = [library.scan('deep'), library.scan()];
  const settled = Promise.allSettled(jobs);
  await library.executor.close();
  for (const { status } of await settled) expect(['rejected', 'fulfilled']).toContain(status);
});
