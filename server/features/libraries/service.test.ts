import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { defaultScanRules } from '../../../shared/api/scan-rules.ts';
import type { CreateLibrary } from '../../../shared/api/libraries.ts';
import { createEventBus, type PublishedEvent } from '../../lib/event-bus.ts';
import { type Database } from '../../database/types.ts';
import { newId } from '../../database/ids.ts';
import { createLibrariesService, type LibrariesService } from './service.ts';
import { createLibrariesStore, type LibrariesStore } from './store.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';
import { createTestStore, type TestStore } from '../../testing/seed.ts';

let directory: string;
let home: TestStore;
let database: Database;
let store: LibrariesStore;
let libraries: LibrariesService;
let events: string[];
const startScan = vi.fn();
const cancelTasks = vi.fn(async () => undefined);
const removeLibrary = vi.fn(async () => undefined);

beforeEach(() => {
  vi.clearAllMocks();
  home = createTestStore();
  ({ database, dir: directory } = home);
  const bus = createEventBus();
  events = [];
  bus.subscribe(({ name }: PublishedEvent) => events.push(name));
  store = createLibrariesStore(database);
  libraries = createLibrariesService({
    store,
    bus,
    startScan,
    cancelTasks,
    removeLibrary,
  });
});
afterEach(() => {
  home.close();
});

const folder = (...names: string[]): string => {
  const path = join(directory, ...names);
  mkdirSync(path, { recursive: true });
  return path;
};
const create = (library: Partial<CreateLibrary> & { name: string; path: string }) =>
  libraries.create({ scan_immediately: false, ...library });
const list = (sort: 'name' | 'book_count' = 'name', direction: 'asc' | 'desc' = 'asc') =>
  libraries.list({ page: 1, pageSize: 2, sort: { field: sort, direction } });
const names = (listing: { data: unknown }) =>
  (listing.data as { name: string }[]).map(({ name }) => name);

describe('creating', () => {
  test('gives the record with its defaults', async () => {
    const path = folder('Manga');
    const library = await create({ name: 'Manga', path: `${path}/` });
    expect(library).toEqual({
      id: library.id,
      name: 'Manga',
      path,
      scanning_config: {
        enabled: true,
        cron_schedule: null,
        default_mode: 'normal',
        scan_on_start: false,
      },
      series_strategy: 'folder',
      reading_direction: 'ltr',
      excluded_patterns: [],
      scan_rules: defaultScanRules,
      watch: false,
      write_metadata: false,
      convert_files: false,
      conversion_rule: null,
      file_name_pattern: '',
      check_files: true,
      available: true,
      series_count: 0,
      book_count: 0,
      file_size: 0,
      default_view: 'series',
      last_scanned_at: null,
      created_at: library.created_at,
      updated_at: library.created_at,
    });
    expect(await libraries.get(library.id)).toEqual(library);
    expect(events).toEqual(['library_created']);
    expect(startScan).not.toHaveBeenCalled();
  });

  test('keeps what is sent and fills in the rest of the scanning rules', async () => {
    const library = await create({
      name: 'Webtoons',
      path: folder('w'),
      scanning_config: { cron_schedule: '0 3 * * *', default_mode: 'deep' },
      series_strategy: 'publisher',
      reading_direction: 'webtoon',
      excluded_patterns: ['**/Extras/**'],
      watch: true,
      scan_immediately: true,
    });
    expect(library).toMatchObject({
      scanning_config: { enabled: true, cron_schedule: '0 3 * * *', default_mode: 'deep' },
      series_strategy: 'publisher',
      reading_direction: 'webtoon',
      excluded_patterns: ['**/Extras/**'],
      watch: true,
    });
    expect(startScan).toHaveBeenCalledExactlyOnceWith(library.id);
  });

  test.each([
    ['relative', 'Comics', /not absolute/],
    ['missing', join(tmpdir(), 'no', 'such'), /such" does not exist/],
  ])('refuses a path that is %s', async (_, path, message) => {
    await expect(create({ name: 'A', path })).rejects.toMatchObject({
      code: 'BadRequest',
      message: expect.stringMatching(message) as string,
      details: [{ path: 'body.path' }],
    });
  });

  test('refuses a path that is a file, or leads through one', async () => {
    const file = join(directory, 'file.cbz');
    writeFileSync(file, '');
    await expect(create({ name: 'A', path: file })).rejects.toThrow(/is not a folder/);
    await expect(create({ name: 'A', path: join(file, 'x') })).rejects.toThrow(/does not exist/);
  });

  test('refuses a folder that another library has, contains or is inside of', async () => {
    await create({ name: 'Comics', path: folder('media', 'comics') });
    folder('media', 'comics', 'marvel');
    const linked = !leftOutOnWindows('Wine follows no links');
    if (linked) symlinkSync(join(directory, 'media', 'comics', 'marvel'), join(directory, 'link'));
    for (const path of [
      join(directory, 'media', 'comics'),
      join(directory, 'media'),
      join(directory, 'media', 'comics', 'marvel'),
      ...(linked ? [join(directory, 'link')] : []),
    ]) {
      await expect(create({ name: 'Other', path })).rejects.toMatchObject({
        code: 'Conflict',
        message: expect.stringContaining('"Comics"') as string,
      });
    }
    await create({ name: 'Other', path: folder('media', 'comics 2') });
  });

  test('refuses a name that is taken, without regard to case and diacritics', async () => {
    await create({ name: 'Bandes dessinées', path: folder('a') });
    await expect(create({ name: 'BANDES DESSINEES', path: folder('b') })).rejects.toMatchObject({
      code: 'Conflict',
    });
  });

  test('gives one of two requests at once the folder', async () => {
    const path = folder('a');
    const both = await Promise.allSettled([
      create({ name: 'One', path }),
      create({ name: 'Two', path }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test.each(['every day', '61 * * * *', '', '0 0 30 2 *'])(
    'refuses the schedule "%s"',
    async (cron_schedule) => {
      await expect(
        create({ name: 'A', path: folder('a'), scanning_config: { cron_schedule } }),
      ).rejects.toMatchObject({
        code: 'BadRequest',
        details: [{ path: 'body.scanning_config.cron_schedule' }],
      });
    },
  );

  test.each(['/etc/**', '../other/**', 'a/../../b', 'C:\\x', '\\x', 'a\0b'])(
    'refuses the pattern %j, which leaves the library',
    async (pattern) => {
      await expect(
        create({ name: 'A', path: folder('a'), excluded_patterns: ['**/ok/**', pattern] }),
      ).rejects.toMatchObject({
        code: 'BadRequest',
        details: [{ path: 'body.excluded_patterns.1' }],
      });
    },
  );
});

describe('listing', () => {
  test('is in natural order without articles, a page at a time', async () => {
    await create({ name: 'Vol 10', path: folder('a') });
    await create({ name: 'The Zoo', path: folder('b') });
    await create({ name: 'Vol 2', path: folder('c') });
    const first = await list();
    expect(first.total).toBe(3);
    expect(names(first)).toEqual(['Vol 2', 'Vol 10']);
    expect(names(await list('name', 'desc'))).toEqual(['The Zoo', 'Vol 10']);
  });

  test('says which folders cannot be read now, and when they can again', async () => {
    const path = folder('drive');
    const { id } = await create({ name: 'Drive', path });
    rmSync(path, { recursive: true });
    expect((await libraries.get(id)).available).toBe(false);
    expect((await list()).data).toMatchObject([{ id, available: false }]);
    folder('drive');
    expect((await list()).data).toMatchObject([{ id, available: true }]);
    expect(events).toEqual(['library_created', 'library_updated', 'library_updated']);
  });
});

test('an empty folder of a library that has books is a drive that is not connected', async () => {
  const { id } = await create({ name: 'Drive', path: folder('drive') });
  expect((await libraries.get(id)).available).toBe(true);
  database.prepare('UPDATE libraries SET book_count = 3').run();
  expect((await libraries.get(id)).available).toBe(false);
  folder('drive', 'Saga');
  expect((await libraries.get(id)).available).toBe(true);
});

describe('updating', () => {
  test('changes what is sent and leaves the rest', async () => {
    const path = folder('a');
    const { id } = await create({
      name: 'A',
      path,
      scanning_config: { cron_schedule: '0 3 * * *', scan_on_start: true },
    });
    const library = await libraries.update(id, {
      name: 'a',
      scanning_config: { cron_schedule: null },
      excluded_patterns: ['x/**'],
    });
    expect(library).toMatchObject({
      name: 'a',
      path,
      scanning_config: { enabled: true, cron_schedule: null, scan_on_start: true },
      excluded_patterns: ['x/**'],
    });
    expect(events).toEqual(['library_created', 'library_updated']);
    expect(cancelTasks).not.toHaveBeenCalled();
  });

  test('to another folder ends what runs for the old one', async () => {
    const { id } = await create({ name: 'A', path: folder('a') });
    const library = await libraries.update(id, { path: folder('a', 'inner') });
    expect(library.path).toBe(join(directory, 'a', 'inner'));
    expect(cancelTasks).toHaveBeenCalledExactlyOnceWith(id);
  });

  test('refuses a name or folder of another library, and an unknown id', async () => {
    await create({ name: 'A', path: folder('a') });
    const { id } = await create({ name: 'B', path: folder('b') });
    await expect(libraries.update(id, { name: 'A' })).rejects.toMatchObject({ code: 'Conflict' });
    await expect(libraries.update(id, { path: folder('a') })).rejects.toMatchObject({
      code: 'Conflict',
    });
    await expect(libraries.update(id, { path: '/no/such' })).rejects.toMatchObject({
      code: 'BadRequest',
    });
    await expect(libraries.update(newId(), { name: 'C' })).rejects.toMatchObject({
      code: 'NotFound',
    });
    expect((await libraries.get(id)).name).toBe('B');
  });

  test('of other fields works while the folder cannot be read', async () => {
    const path = folder('drive');
    const { id } = await create({ name: 'Drive', path });
    rmSync(path, { recursive: true });
    expect(await libraries.update(id, { name: 'Renamed', path })).toMatchObject({
      name: 'Renamed',
      available: false,
    });
  });
});

describe('removing', () => {
  test('removes the library that is named', async () => {
    const { id } = await create({ name: 'A', path: folder('a') });
    await libraries.remove(id);
    expect(removeLibrary).toHaveBeenCalledExactlyOnceWith(id);
  });

  test('an unknown library is not found', async () => {
    await expect(libraries.remove(newId())).rejects.toMatchObject({ code: 'NotFound' });
    expect(removeLibrary).not.toHaveBeenCalled();
  });
});
