import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createAnnotation } from '../../../shared/api/annotations.ts';
import { listBooks } from '../../../shared/api/books.ts';
import {
  chooseCollectionCover,
  createCollection,
  listCollections,
  uploadCollectionCover,
} from '../../../shared/api/collections.ts';
import {
  chooseBookCover,
  chooseSeriesCover,
  uploadSeriesCover,
} from '../../../shared/api/covers.ts';
import { updateBook, updateSeries } from '../../../shared/api/edits.ts';
import { followSeries } from '../../../shared/api/followed-series.ts';
import {
  createImport,
  getImport,
  listImportLines,
  runImport,
  undoImport,
  updateImportLine,
} from '../../../shared/api/imports.ts';
import { createLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { organise } from '../../../shared/api/organise.ts';
import { setPreference } from '../../../shared/api/preferences.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { rateBook, rateSeries } from '../../../shared/api/ratings.ts';
import {
  chooseReadListCover,
  createReadList,
  uploadReadListCover,
} from '../../../shared/api/read-lists.ts';
import { setReadingGoal } from '../../../shared/api/reading-goals.ts';
import { updateTracking } from '../../../shared/api/releases.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { listSeries } from '../../../shared/api/series.ts';
import { createSmartList } from '../../../shared/api/smart-lists.ts';
import { createUser, listUsers } from '../../../shared/api/users.ts';
import { createVolume } from '../../../shared/api/volumes.ts';
import { addWanted } from '../../../shared/api/want-to-read.ts';
import { connect } from '../../database/database.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library');
const password = 'a password of mia';
const asMia = {
  headers: { authorization: `Basic ${Buffer.from(`mia:${password}`).toString('base64')}` },
};

let root: string;
let there: TestServer;
let here: TestServer;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-round-'));
  writeFiles(join(root, 'old'));
  cpSync(join(root, 'old'), join(root, 'new'), { recursive: true, preserveTimestamps: true });
  [there, here] = await Promise.all([startTestServer(), startTestServer()]);
  await fill(there);
  age(there);
}, 120_000);
afterAll(async () => {
  await there.stop();
  await here.stop();
  rmSync(root, { recursive: true, force: true });
});

const counts = { Heron: 2, Egret: 4, Crane: 3, Stork: 2, Swan: 5 };

const writeFiles = (home: string): void => {
  for (const [name, count] of Object.entries(counts))
    for (let number = 1; number <= count; number += 1)
      writeCbz(
        join(home, `Comics/${name}/${name} ${number}.cbz`),
        3,
        `<Series>${name}</Series><Number>${number}</Number><Genre>Birds, Water</Genre><Tags>wet</Tags><Writer>Ann</Writer>`,
      );
  mkdirSync(join(home, 'Books'), { recursive: true });
  cpSync(join(fixtures, 'Books/Lewis Carroll'), join(home, 'Books/Lewis Carroll'), {
    recursive: true,
  });
  cpSync(join(fixtures, 'Books/Unknown'), join(home, 'Books/Unknown'), { recursive: true });
  mkdirSync(join(home, 'PDF'), { recursive: true });
  cpSync(
    join(fixtures, 'PDF/pdf.js samples/rotation.pdf'),
    join(home, 'PDF/Rotation/rotation.pdf'),
  );
};

const fill = async ({ api: { call }, idle }: TestServer) => {
  for (const name of ['Books', 'Comics', 'PDF'])
    await call(createLibrary, {
      body: { name, path: join(root, 'old', name), scan_immediately: true },
    });
  await idle();
  const series = (await call(listSeries, { query: { pageSize: 500 } })).data;
  const books = (await call(listBooks, { query: { pageSize: 500 } })).data;
  const seriesId = (name: string) => series.find((found) => found.name === name)?.id ?? '';
  const bookId = (title: string) => {
    const id = books.find(({ filename }) => filename.startsWith(title))?.id;
    if (id === undefined) throw new Error(title);
    return id;
  };
  const libraries = (await call(listLibraries)).data;
  await call(createUser, {
    body: {
      ...{ username: 'mia', password, role: 'reader', email: 'mia@example.com' },
      restrictions: {
        ...{ library_ids: libraries.map(({ id }) => id), max_age: null, shows_unrated: true },
        ...{ allowed_labels: [], denied_labels: ['scary'] },
      },
    },
  });
  const alice = bookId('Alice');
  const hefty = bookId('Hefty');
  for (const options of [{}, asMia]) {
    await call(updateProgress, {
      params: { id: bookId('Heron 1') },
      body: { current_page: 2 },
      ...options,
    });
    await call(updateProgress, {
      params: { id: bookId('Egret 1') },
      body: { is_completed: true },
      ...options,
    });
    await call(updateProgress, {
      params: { id: bookId('rotation') },
      body: { current_page: 2 },
      ...options,
    });
    await call(updateProgress, { params: { id: alice }, body: { is_completed: true }, ...options });
    await call(createAnnotation, {
      params: { id: bookId('Heron 1') },
      body: { kind: 'note', page: 1, note: 'So good', is_shared: true },
      ...options,
    });
    await call(createAnnotation, {
      params: { id: bookId('Heron 1') },
      body: { kind: 'bookmark', page: 2 },
      ...options,
    });
    await call(rateBook, {
      params: { id: bookId('Egret 1') },
      body: { rating: 9, review: 'Fine', is_shared: true },
      ...options,
    });
    await call(rateSeries, { params: { id: seriesId('Swan') }, body: { rating: 4 }, ...options });
    await call(addWanted, { body: { ids: [seriesId('Swan'), hefty] }, ...options });
    await call(followSeries, { params: { id: seriesId('Swan') }, ...options });
    await call(setReadingGoal, {
      params: { year: 2026, kind: 'books' },
      body: { target: 40 },
      ...options,
    });
    await call(setPreference, { params: { key: 'theme' }, body: { value: 'dark' }, ...options });
    await call(setPreference, {
      params: { key: 'client.octavo.reading.x.series' },
      body: { value: { [seriesId('Swan')]: { mode: 'rtl' } } },
      ...options,
    });
    await call(createSmartList, {
      body: {
        name: 'Mine',
        target: 'series',
        condition: { libraryId: { operator: 'is', value: libraries[1]?.id ?? '' } },
      },
      ...options,
    });
  }
  const positions = await there.request(`/books/${hefty}/positions`);
  const [, locator] = ((await positions.json()) as { positions: object[] }).positions;
  const location = JSON.stringify(locator);
  await call(updateProgress, { params: { id: hefty }, body: { location, current_page: 2 } });
  await call(createAnnotation, {
    params: { id: hefty },
    body: { kind: 'highlight', page: 2, location, text: 'Words', color: 'blue' },
  });

  // Series by hand.
  await call(organise, {
    body: {
      changes: [{ action: 'merge', series_ids: [seriesId('Egret')], into: seriesId('Heron') }],
    },
  });
  await call(organise, {
    body: {
      changes: [
        { action: 'move', book_ids: [bookId('Crane 3')], to: { new_series: 'Crane - Extras' } },
      ],
    },
  });
  await call(organise, {
    body: {
      changes: [
        { action: 'move', book_ids: [bookId('Crane 2')], to: { series_id: seriesId('Swan') } },
      ],
    },
  });
  const now = (await call(listSeries, { query: { pageSize: 500 } })).data;
  const extras = now.find(({ name }) => name === 'Crane - Extras')?.id ?? '';
  await call(updateSeries, { params: { id: extras }, body: { summary: 'Of cranes' } });
  await call(updateSeries, {
    params: { id: seriesId('Heron') },
    body: {
      name: 'Herons and egrets',
      genres: ['Space', 'A, b'],
      labels: ['calm'],
      alternate_titles: [{ title: 'Reiher', label: 'de' }],
    },
  });
  await call(updateSeries, { params: { id: seriesId('Stork') }, body: { labels: ['scary'] } });
  await call(updateBook, {
    params: { id: bookId('Swan 1') },
    body: { title: 'A title', summary: 'Short', tags: ['x, y'] },
  });
  await call(updateBook, { params: { id: bookId('Swan 2') }, body: { number: 2.5 } });
  await call(chooseBookCover, { params: { id: bookId('Swan 1') }, body: { page: 2 } });
  await call(uploadSeriesCover, {
    params: { id: seriesId('Heron') },
    body: new Uint8Array(pngPage(20, 30)),
  });
  await call(chooseSeriesCover, {
    params: { id: seriesId('Swan') },
    body: { book_id: bookId('Swan 3'), page: 2 },
  });
  await call(createVolume, {
    params: { id: seriesId('Swan') },
    body: { number: 7, title: 'Seven', book_ids: [bookId('Swan 4'), bookId('Swan 5')] },
  });

  await call(updateTracking, {
    params: { id: seriesId('Swan') },
    body: { tracked: true, aliases: ['Cygnus', 'Schwan, der'], languages: ['de'] },
  });
  const best = await call(createCollection, {
    body: {
      name: 'Best',
      ordered: true,
      series_ids: [seriesId('Swan'), extras, seriesId('Heron')],
    },
  });
  await call(uploadCollectionCover, {
    params: { id: best.id },
    body: new Uint8Array(pngPage(30, 40)),
  });
  const good = await call(createCollection, {
    body: { name: 'Good', series_ids: [seriesId('Swan'), seriesId('Heron')] },
  });
  await call(chooseCollectionCover, {
    params: { id: good.id },
    body: { series_id: seriesId('Swan') },
  });
  const cross = await call(createReadList, {
    body: {
      name: 'Cross',
      summary: 'In order',
      ordered: true,
      book_ids: [bookId('Swan 1'), hefty],
    },
  });
  await call(chooseReadListCover, { params: { id: cross.id }, body: { book_id: hefty } });
  const other = await call(createReadList, {
    body: { name: 'Other', book_ids: [bookId('Swan 1')] },
  });
  await call(uploadReadListCover, {
    params: { id: other.id },
    body: new Uint8Array(pngPage(31, 40)),
  });
  await idle();
};

/** The library was filled over years. */
const age = ({ dataDir }: TestServer): void => {
  const database = connect(join(dataDir, 'octavo.db'));
  database.exec(`UPDATE series SET date_added = '2024-01-' || printf('%02d', pk) || 'T10:00:00.000Z',
      date_updated = '2024-02-' || printf('%02d', pk) || 'T10:00:00.000Z';
    UPDATE books SET created_at = '2024-01-' || printf('%02d', pk) || 'T10:00:00.000Z';
    INSERT INTO reading_history (user_pk, quarter, book_pk, pages, seconds, started, completed)
      SELECT u.pk, 1767225600 + 900 * b.pk, b.pk, 3, 60, 1, 0 FROM users u, books b WHERE b.pk < 5`);
  database.close();
};

/** Imported people get their password by an invitation. */
const copyPasswords = (): void => {
  const [source, target] = [there, here].map(({ dataDir }) => connect(join(dataDir, 'octavo.db')));
  const hash = source
    ?.prepare("SELECT password_hash FROM users WHERE username = 'mia'")
    .pluck()
    .get();
  target?.prepare("UPDATE users SET password_hash = ? WHERE username = 'mia'").run(hash);
  source?.close();
  target?.close();
};

/** Times of this installation, and the shape of a cover, which is learned when it is shown. */
const ofInstallation = new Set([
  ...['modified_at', 'checked_at', 'last_scanned_at', 'last_login_at', 'cover_ratio'],
]);

/** The answers to a person by the path of the request, without what belongs to an installation. */
const seenBy = async (
  { request }: TestServer,
  { home, me, headers }: { home: string; me: string; headers?: Record<string, string> },
): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  const neutral = (text: string): string =>
    text
      .replaceAll(JSON.stringify(join(root, home)).slice(1, -1), '')
      .replaceAll(me, 'me')
      // A series without a folder.
      .replaceAll(/"path":"\/[\da-f-]{36}"/g, '"path":"made"');
  const dropped = (path: string) => (key: string, value: unknown) =>
    ofInstallation.has(key) ||
    (key === 'updated_at' && /^\/(users|libraries|series)/.test(path)) ||
    (key === 'created_at' && /^\/(users|libraries)/.test(path))
      ? undefined
      : value;
  const get = async (path: string): Promise<{ data?: { id: string }[] }> => {
    const response = await request(path, headers ? { headers } : {});
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body = isJson ? ((await response.json()) as { data?: { id: string }[] }) : {};
    const answer = { status: response.status, body };
    found[path] = JSON.parse(neutral(JSON.stringify(answer, dropped(path)))) as unknown;
    return body;
  };
  const each = async (list: string, below: readonly string[]) => {
    for (const { id } of (await get(`${list}?pageSize=500`)).data ?? [])
      for (const path of below) await get(`${list.replace('/full', '')}/${id}${path}`);
  };
  for (const path of [
    ...['/auth/me', '/user/preferences', '/books/added-days', '/progress/currently-reading'],
    ...[
      '/want-to-read/ids',
      '/followed-series/ids',
      '/reading-goals/2026',
      '/series-facets/genres',
    ],
    ...[
      '/series-facets/tags',
      '/book-facets/tags',
      '/libraries',
      '/users',
      '/health-issues/counts',
    ],
    '/reading-stats?from=2025-01-01&to=2026-12-31&time_zone=UTC',
  ])
    await get(path);
  for (const path of [
    ...['/books/in-progress', '/books/on-deck', '/books/recently-added', '/books/recently-read'],
    ...['/series/in-progress', '/series/recently-added', '/series/recently-updated', '/progress'],
    ...['/want-to-read', '/ratings', '/annotations', '/creators', '/trash'],
  ])
    await get(`${path}?pageSize=500`);
  const kept = ['', '/cover/uploads', '/thumbnail'];
  const ofBoth = [...kept, '/metadata', '/cover', '/rating', '/reviews'];
  await each('/series/full', [...ofBoth, '/books', '/volumes', '/tracking']);
  await each('/books', [
    ...ofBoth,
    ...['/progress', '/progress/places', '/readings', '/shared-annotations'],
  ]);
  await each('/collections', [...kept, '/series']);
  await each('/read-lists', [...kept, '/books']);
  await each('/smart-lists', ['', '/series']);
  return found;
};

const idOfMe = async ({ api: { call } }: TestServer): Promise<string> =>
  (await call(listUsers)).data.find(({ role }) => role === 'admin')?.id ?? '';

const everybody = async (octavo: TestServer, home: string) => {
  const me = await idOfMe(octavo);
  return [
    await seenBy(octavo, { home, me }),
    await seenBy(octavo, { home, me, headers: asMia.headers }),
  ];
};

test('everybody sees the same after everything moved into an empty Octavo', async () => {
  const before = await everybody(there, 'old');
  expect(Object.keys(before[0] ?? {}).length).toBeGreaterThan(250);
  const response = await there.request('/data-export?scope=household');
  const file = join(root, 'octavo-export.zip');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const { call } = here.api;
  const { id } = await call(createImport, { body: { source: 'octavo', path: file } });
  await here.idle();
  const query = { kind: 'library' as const };
  for (const line of (await call(listImportLines, { params: { id }, query })).data) {
    const target = join(root, 'new', line.title);
    await call(updateImportLine, { params: { id, line: line.id }, body: { target } });
    await here.idle();
  }
  await call(runImport, { params: { id }, body: {} });
  await here.idle();
  const { status, counts } = await call(getImport, { params: { id } });
  expect(status).toBe('imported');
  expect(counts.filter(({ state }) => ['missing', 'likely'].includes(state))).toEqual([]);
  copyPasswords();
  expect(await everybody(here, 'new')).toEqual(before);

  // A scan keeps it.
  for (const library of (await call(listLibraries)).data)
    await call(startScan, { params: { id: library.id } });
  await here.idle();
  expect(await everybody(here, 'new')).toEqual(before);

  await call(undoImport, { params: { id } });
  await here.idle();
  expect((await call(listLibraries)).data).toEqual([]);
  expect((await call(listCollections)).data).toEqual([]);
}, 240_000);

test('libraries that were there before keep their series, and know when their books were added', async () => {
  const { call } = here.api;
  for (const name of ['Books', 'Comics', 'PDF']) {
    const path = join(root, 'new', name);
    await call(createLibrary, { body: { name, path, scan_immediately: true } });
  }
  await here.idle();
  const query = { pageSize: 500 };
  const state = async () => ({
    series: (await call(listSeries, { query })).data
      .map(({ id, name, book_count, date_added, date_updated }) => ({
        ...{ id, name, book_count, date_added, date_updated },
      }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    books: (await call(listBooks, { query })).data
      .map(({ id, series_id, created_at }) => ({ id, series_id, created_at }))
      .sort((a, b) => a.id.localeCompare(b.id)),
  });
  const before = await state();
  const file = join(root, 'octavo-export.zip');
  const { id } = await call(createImport, { body: { source: 'octavo', path: file } });
  await here.idle();
  await call(runImport, { params: { id }, body: {} });
  await here.idle();
  const after = await state();
  const places = ({ books, series }: typeof before) => [
    books.map(({ id: book, series_id }) => [book, series_id]),
    series.map(({ id: found, book_count }) => [found, book_count]),
  ];
  expect(places(after)).toEqual(places(before));
  const isOfHere = (dates: string[]) => dates.some((date) => !/^2024-0[12]-/.test(date));
  expect(after.books.filter(({ created_at }) => isOfHere([created_at]))).toEqual([]);
  expect(
    after.series.filter(({ date_added, date_updated }) => isOfHere([date_added, date_updated])),
  ).toEqual([]);
  expect(after.series.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Egret', 'Herons and egrets']),
  );
  const merged = after.series.find(({ name }) => name === 'Herons and egrets');
  expect(merged?.book_count).toBe(counts.Heron);

  await call(undoImport, { params: { id } });
  await here.idle();
  expect(await state()).toEqual(before);
}, 120_000);
