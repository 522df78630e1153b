import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { ScanEvent } from '../../../shared/api/scan-record.ts';
import { createEventBus, type EventBus, type PublishedEvent } from '../../lib/event-bus.ts';
import { newId } from '../../database/ids.ts';
import {
  JobError,
  type EntityEvent,
  type Executor,
  type Job,
  type JobMessage,
  type ScanProgress,
} from '../../jobs/jobs.ts';
import { emptyProgress } from '../../scanner/scan/scan-reporter.ts';
import { createTaskQueue } from '../../tasks/queue.ts';
import { type TaskQueue } from '../../tasks/types.ts';
import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededLibrary,
  type TestStore,
} from '../../testing/seed.ts';
import { createAnalysisService } from './analysis.ts';
import { createScanControl } from './scan-control.ts';
import { createScanHandlers } from './handlers.ts';
import { createScansService, type ScansService } from './service.ts';
import { createScansStore, type ScansStore } from './store.ts';

const noProgress = emptyProgress();

type Script = (
  job: Job,
  options: { signal: AbortSignal; send: (message: JobMessage) => void },
) => Promise<unknown>;

let testStore: TestStore;
let bus: EventBus;
let queue: TaskQueue;
let store: ScansStore;
let scans: ScansService;
let library: SeededLibrary;
let script: Script;
let jobs: Job[];
let events: PublishedEvent[];

/** A fake executor. */
const executor: Pick<Executor, 'run'> = {
  run: (job, { signal, onMessage }) => {
    jobs.push(job);
    return script(job, { signal, send: onMessage }) as never;
  },
};

const open = () => {
  bus = createEventBus();
  bus.subscribe((event) => events.push(event));
  queue = createTaskQueue({ database: testStore.database, bus, log: pino({ level: 'silent' }) });
  store = createScansStore(testStore.database);
  scans = createScansService({ store, queue, bus });
  queue.start({
    ...createScanHandlers({ executor, store, queue, bus, findsDuplicates: () => true }),
    find_duplicates: () => Promise.resolve(),
    find_repeated_pages: () => Promise.resolve(),
    check_files: () => Promise.resolve(),
    poll_release_source: () => Promise.resolve(),
    edit_metadata: () => Promise.resolve(),
    reprocess_books: () => Promise.resolve(),
    import_data: () => Promise.resolve(),
    backup_database: () => Promise.resolve(),
    write_metadata: () => Promise.resolve(),
    take_in: () => Promise.resolve(),
    delete_files: () => Promise.resolve(),
    remove_library: () => Promise.resolve(),
    convert_files: () => Promise.resolve(),
    move_data: () => Promise.resolve(),
  });
};

beforeEach(() => {
  testStore = createTestStore();
  library = seedLibrary(testStore.database, { name: 'Manga', path: '/books/manga' });
  jobs = [];
  events = [];
  script = async () => noProgress;
  open();
});
afterEach(async () => {
  vi.useRealTimers();
  await queue.stop();
  testStore.close();
});

const progress = (changes: Partial<ScanProgress>): ScanProgress => ({ ...noProgress, ...changes });
const scanEvents = () =>
  events.filter(({ name }) => name === 'scan_progress').map(({ data }) => data as ScanEvent);
const named = (name: string) => events.filter((event) => event.name === name);
const reaches = (status: string, id = library.id) =>
  vi.waitFor(() => expect(scans.status(id).status).toBe(status), { interval: 5 });
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const active = () =>
  scans.active({ page: 1, pageSize: 50, sort: { field: 'started_at', direction: 'asc' } });

describe('a scan', () => {
  test('is idle for a library that was never scanned', () => {
    expect(scans.status(library.id)).toEqual({
      task_id: null,
      library_id: library.id,
      library_name: 'Manga',
      mode: 'normal',
      status: 'idle',
      paused: false,
      ...noProgress,
      started_at: null,
      completed_at: null,
    });
    expect(() => scans.status(newId())).toThrow(expect.objectContaining({ code: 'NotFound' }));
  });

  test('runs from pending to completed and is remembered', async () => {
    const result = progress({
      files_total: 3,
      files_processed: 3,
      series_found: 1,
      books_added: 2,
      errors: [{ path: 'a.cbz', message: 'The archive is cut off.' }],
      error_count: 1,
    });
    script = async (_, { send }) => {
      send({
        type: 'scan_progress',
        progress: progress({ files_total: 3, current_file: 'a.cbz' }),
      });
      return result;
    };
    const started = scans.start(library.id, 'deep');
    expect(started).toMatchObject({ status: 'pending', mode: 'deep', started_at: null });
    await reaches('completed');
    const scan = scans.status(library.id);
    expect(scan).toMatchObject({ ...result, task_id: started.task_id, current_file: null });
    expect(scan.started_at).not.toBeNull();
    expect(scan.completed_at).not.toBeNull();
    expect(jobs).toEqual([
      {
        kind: 'scan',
        libraryId: library.id,
        mode: 'deep',
        confirmMissing: false,
        taskId: started.task_id,
      },
    ]);

    expect(scanEvents().map(({ status }) => status)).toEqual(['pending', 'running', 'completed']);
    expect(scanEvents().at(-1)).toMatchObject({ books_added: 2, error_count: 1 });
    expect(scanEvents().every((event) => !('errors' in event))).toBe(true);
  });

  test('is in the default mode of the library unless said', async () => {
    const deep = seedLibrary(testStore.database, {
      name: 'Deep',
      path: '/d',
      default_mode: 'deep',
    });
    expect(scans.start(deep.id).mode).toBe('deep');
    await reaches('completed', deep.id);
  });

  test('shows live values while it runs, and cannot be started twice', async () => {
    const live = progress({ files_total: 9, files_processed: 4, current_file: 'x/4.cbz' });
    script = async (_, { signal, send }) => {
      send({ type: 'scan_progress', progress: live });
      return await untilAborted(signal);
    };
    scans.start(library.id);
    expect(() => scans.start(library.id)).toThrow(expect.objectContaining({ code: 'Conflict' }));
    await reaches('running');
    expect(() => scans.start(library.id)).toThrow(expect.objectContaining({ code: 'Conflict' }));
    expect(scans.status(library.id)).toMatchObject(live);
    expect(active()).toMatchObject({ total: 1, data: [{ status: 'running', ...live }] });
    await scans.cancel(library.id);
  });

  test('is reported at most four times a second, with the last values at the end', async () => {
    script = async (_, { send }) => {
      for (let step = 1; step <= 60; step += 1) {
        const current = { files_total: 60, files_processed: step };
        send({ type: 'scan_progress', progress: progress(current) });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return progress({ files_total: 60, files_processed: 60, books_added: 60 });
    };
    const begun = performance.now();
    scans.start(library.id);
    await reaches('completed');
    const seconds = (performance.now() - begun) / 1000;
    const running = scanEvents().filter(({ status }) => status === 'running');
    expect(running.length).toBeGreaterThan(1);
    expect(running.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1);
    expect(scanEvents().at(-1)).toMatchObject({ status: 'completed', books_added: 60 });
  });

  test('that cannot read its folder fails with the sentence, and says so first', async () => {
    script = async (_, { send }) => {
      const errors = [{ path: 'a.cbz', message: 'Broken.' }];
      send({ type: 'scan_progress', progress: progress({ errors, error_count: 1 }) });
      throw new JobError('The folder /books/manga is empty. Nothing was changed.');
    };
    scans.start(library.id);
    await reaches('failed');
    const sentence = 'The folder /books/manga is empty. Nothing was changed.';
    expect(scans.status(library.id)).toMatchObject({
      error_count: 2,
      errors: [
        { path: '/books/manga', message: sentence },
        { path: 'a.cbz', message: 'Broken.' },
      ],
    });
    expect(scanEvents().at(-1)).toMatchObject({ status: 'failed', error_count: 2 });
    expect(jobs).toHaveLength(1);
    expect(scans.start(library.id).status).toBe('pending');
  });

  test('runs alone: the next library waits for it', async () => {
    const other = seedLibrary(testStore.database, { name: 'Comics', path: '/c' });
    let release = () => undefined as unknown;
    script = async (job) => {
      if (job.kind === 'scan' && job.libraryId === library.id) {
        await new Promise<void>((resolve) => (release = resolve));
      }
      return noProgress;
    };
    scans.start(library.id);
    scans.start(other.id);
    await reaches('running');
    expect((active().data as ScanEvent[]).map((scan) => [scan.library_name, scan.status])).toEqual([
      ['Manga', 'running'],
      ['Comics', 'pending'],
    ]);
    release();
    await reaches('completed', other.id);
  });
});

describe('cancelling', () => {
  test('a running scan stops it and keeps what it had counted', async () => {
    script = async (_, { signal, send }) => {
      send({ type: 'scan_progress', progress: progress({ files_total: 9, books_added: 4 }) });
      return await untilAborted(signal);
    };
    scans.start(library.id);
    await reaches('running');
    expect(await scans.cancel(library.id)).toMatchObject({ status: 'cancelled', books_added: 4 });
    expect(scanEvents().at(-1)).toMatchObject({ status: 'cancelled', books_added: 4 });
    expect(active().total).toBe(0);
  });

  test('a pending scan ends it at once', async () => {
    queue.pause('scan');
    scans.start(library.id);
    expect(await scans.cancel(library.id)).toMatchObject({ status: 'cancelled' });
    expect(scanEvents().map(({ status }) => status)).toEqual(['pending', 'cancelled']);
  });

  test('needs a scan', async () => {
    await expect(scans.cancel(library.id)).rejects.toMatchObject({ code: 'Conflict' });
    await expect(scans.cancel(newId())).rejects.toMatchObject({ code: 'NotFound' });
  });
});

test('a scan that a restart interrupted runs again under its id', async () => {
  script = (_, { signal }) => untilAborted(signal);
  const { task_id } = scans.start(library.id, 'deep');
  await reaches('running');
  await queue.stop();

  script = async () => progress({ books_added: 7 });
  open();
  await reaches('completed');
  expect(scans.status(library.id)).toMatchObject({ task_id, mode: 'deep', books_added: 7 });
});

describe('what a scan changed', () => {
  const stamp = '2026-01-01T00:00:00.000Z';
  const changed = (series_id: string): EntityEvent => ({
    type: 'series_updated',
    series_id,
    library_id: library.id,
    timestamp: stamp,
  });

  test('goes to the bus, a series at most once a second', async () => {
    const [first, two] = [newId(), newId()];
    const created: EntityEvent = {
      type: 'book_created',
      book_id: newId(),
      series_id: first,
      library_id: library.id,
      timestamp: stamp,
    };
    script = async (_, { send }) => {
      send({ type: 'events', events: [created, changed(first), changed(first), changed(two)] });
      await new Promise((resolve) => setTimeout(resolve, 1150));
      expect(named('series_updated')).toHaveLength(3);
      send({ type: 'events', events: [changed(first)] });
      return noProgress;
    };
    scans.start(library.id);
    await reaches('completed');
    expect(named('book_created').map(({ data }) => data)).toMatchObject([{ series_id: first }]);
    const ids = named('series_updated').map(
      ({ data }) => (data as { series_id: string }).series_id,
    );
    expect(ids).toEqual([first, two, first, first]);
  });

  test('is followed by the covers of what is new, until nothing is left', async () => {
    const series = seedSeries(testStore.database, library);
    const book = seedBook(testStore.database, series);
    const late = seedBook(testStore.database, series, { number: 2 });
    const analyzed = (id: string) =>
      testStore.database.prepare('UPDATE books SET analyzed = 1 WHERE id = ?').run(id);
    script = async (job, { send }) => {
      if (job.kind === 'scan') return noProgress;
      const first = jobs.length === 2;
      analyzed(first ? book.id : late.id);
      send({ type: 'analyze_progress', progress: { current: 1, total: 1, message: 'Saga' } });
      return { analyzed: 1, failed: 0 };
    };
    scans.start(library.id);
    await vi.waitFor(() => expect(jobs).toHaveLength(3));
    expect(jobs[1]).toEqual({ kind: 'analyze', scope: { library_id: library.id } });
    await vi.waitFor(() => {
      expect(events.map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ task_type: 'find_duplicates', status: 'completed' }),
      );
      const covers = events.filter(
        ({ data }) => 'task_type' in data && data.task_type === 'generate_thumbnails',
      );
      expect(covers.at(-1)?.data).toMatchObject({
        task_type: 'generate_thumbnails',
        status: 'completed',
        progress: { current: 1, total: 1, message: 'Saga' },
      });
    });
  });

  test('needs no covers when nothing is new', async () => {
    scans.start(library.id);
    await reaches('completed');
    expect(
      events.filter(({ data }) => 'task_type' in data && data.task_type !== 'scan_library'),
    ).toEqual([]);
  });
});

describe('analysing', () => {
  test('reads a book or a series again', async () => {
    const series = seedSeries(testStore.database, library);
    const book = seedBook(testStore.database, series);
    script = async () => ({ analyzed: 1, failed: 0 });
    const analysis = createAnalysisService({ store, queue });
    await analysis.finish(book.id);
    const { task_id } = analysis.start({ series_id: series.id });
    expect(await queue.finished(task_id)).toMatchObject({
      task_type: 'analyze_series',
      series_id: series.id,
      library_id: library.id,
    });
    expect(jobs).toEqual([
      { kind: 'analyze', scope: { book_id: book.id }, force: true },
      { kind: 'analyze', scope: { series_id: series.id }, force: true },
    ]);
    expect(() => analysis.start({ book_id: newId() })).toThrow(/was not found/);
    expect(() => analysis.start({ series_id: newId() })).toThrow(/was not found/);
  });
});

describe('the control of the shell', () => {
  test('starts what is not being scanned, shows it and cancels all', async () => {
    const other = seedLibrary(testStore.database, { name: 'Comics', path: '/c' });
    script = (_, { signal }) => untilAborted(signal);
    const control = createScanControl({ store, scans, bus });
    const told: ScanEvent[] = [];
    const stop = control.onProgress((scan) => told.push(scan));

    control.start(library.id, 'deep');
    expect(() => control.start(library.id)).toThrow(expect.objectContaining({ code: 'Conflict' }));
    expect(control.startAll()).toBe(1);
    expect(control.active().map(({ library_id, mode }) => [library_id, mode])).toEqual([
      [library.id, 'deep'],
      [other.id, 'normal'],
    ]);
    await reaches('running');
    expect(control.cancelAll()).toBe(2);
    await vi.waitFor(() => expect(control.active()).toEqual([]));
    expect(told.at(-1)?.status).toBe('cancelled');
    stop();
    const before = told.length;
    control.start(library.id);
    expect(told).toHaveLength(before);
  });
});
