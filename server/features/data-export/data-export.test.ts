import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { createAnnotation } from '../../../shared/api/annotations.ts';
import { getBook, listBooks } from '../../../shared/api/books.ts';
import { createCollection } from '../../../shared/api/collections.ts';
import { chooseBookCover, uploadSeriesCover } from '../../../shared/api/covers.ts';
import { progressColumns } from '../../../shared/api/data-export.ts';
import { updateBook, updateSeries } from '../../../shared/api/edits.ts';
import { followSeries } from '../../../shared/api/followed-series.ts';
import { importKinds } from '../../../shared/api/import-record.ts';
import {
  createImport,
  getImport,
  listImportLines,
  runImport,
  undoImport,
  updateImportLine,
} from '../../../shared/api/imports.ts';
import { createLibrary, listLibraries, updateLibraryBody } from '../../../shared/api/libraries.ts';
import { setPreference } from '../../../shared/api/preferences.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { rateBook, rateSeries } from '../../../shared/api/ratings.ts';
import { createReadList } from '../../../shared/api/read-lists.ts';
import { setReadingGoal } from '../../../shared/api/reading-goals.ts';
import { createReleaseSource } from '../../../shared/api/release-sources.ts';
import { listSeries } from '../../../shared/api/series.ts';
import { createSmartList } from '../../../shared/api/smart-lists.ts';
import { createUser, listUsers, updateUser } from '../../../shared/api/users.ts';
import { createVolume } from '../../../shared/api/volumes.ts';
import { addWanted } from '../../../shared/api/want-to-read.ts';
import { connect } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library');
const password = 'a password of mia';

let root: string;
let there: TestServer;
let here: TestServer;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-out-'));
  for (const home of ['old', 'new']) {
    mkdirSync(join(root, home));
    for (const name of ['Books/Lewis Carroll', 'Comics', 'PDF'])
      cpSync(join(fixtures, name), join(root, home, name), { recursive: true });
  }
  [there, here] = await Promise.all([startTestServer(), startTestServer()]);
  await fill(there);
  readFormerBook(there);
}, 60_000);
afterAll(async () => {
  await there.stop();
  await here.stop();
  rmSync(root, { recursive: true, force: true });
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const rtl = { reading_direction: 'rtl' as const, excluded_patterns: ['**/x/**'] };
const rule = { pack: true, rename: true, pages: null, is_automatic: false };

/** Puts in everything that a household can, over HTTP. */
const fill = async ({ api: { call }, idle }: TestServer) => {
  for (const name of ['Books', 'Comics', 'PDF']) {
    await call(createLibrary, {
      body: {
        ...{ name, path: join(root, 'old', name), scan_immediately: true },
        ...(name === 'Comics' ? { ...rtl, convert_files: true, conversion_rule: rule } : {}),
      },
    });
  }
  await idle();
  const libraries = (await call(listLibraries)).data;
  const library = libraries.find(({ name }) => name === 'Comics')?.id ?? '';
  const books = (await call(listBooks, { query: { pageSize: 500 } })).data;
  const idOf = (format: string, index = 0) =>
    books.filter((book) => book.format === format)[index]?.id ?? '';
  const [epub, comic, pdf] = [idOf('epub'), idOf('cbz'), idOf('pdf')];
  const series = (await call(listSeries, { query: { pageSize: 500 } })).data;
  const large = series.find(({ book_count }) => book_count > 2);
  const first = series[0]?.id ?? '';

  const anna = (await call(listUsers)).data[0]?.id ?? '';
  await call(updateUser, {
    params: { id: anna },
    body: { username: 'anna', email: 'anna@example.com' },
  });
  const mia = await call(createUser, {
    body: {
      ...{ username: 'mia', password, role: 'reader', email: 'mia@example.com' },
      restrictions: {
        ...{ library_ids: libraries.map(({ id }) => id), max_age: 16, shows_unrated: true },
        ...{ allowed_labels: [], denied_labels: ['scary'] },
      },
    },
  });
  const asMia = {
    authorization: `Basic ${Buffer.from(`${mia.username}:${password}`).toString('base64')}`,
  };
  for (const headers of [undefined, asMia]) {
    const options = headers ? { headers } : {};
    await call(updateProgress, { params: { id: comic }, body: { current_page: 2 }, ...options });
    await call(updateProgress, { params: { id: pdf }, body: { is_completed: true }, ...options });
    const body = { kind: 'note', page: 1, note: 'So good', is_shared: true } as const;
    await call(createAnnotation, { params: { id: comic }, body, ...options });
    await call(rateBook, { params: { id: pdf }, body: { rating: 9, review: '=Fine' }, ...options });
    await call(addWanted, { body: { ids: [first, epub] }, ...options });
    await call(setPreference, { params: { key: 'theme' }, body: { value: 'dark' }, ...options });
  }
  const positions = await there.request(`/books/${epub}/positions`);
  const [, locator] = ((await positions.json()) as { positions: object[] }).positions;
  const location = JSON.stringify(locator);
  await call(updateProgress, { params: { id: epub }, body: { location, current_page: 2 } });
  const highlight = { kind: 'highlight', page: 2, location, text: 'Words', color: 'blue' } as const;
  await call(createAnnotation, { params: { id: epub }, body: highlight });
  await call(rateSeries, { params: { id: first }, body: { rating: 4 } });
  await call(followSeries, { params: { id: first } });
  await call(setReadingGoal, { params: { year: 2026, kind: 'books' }, body: { target: 40 } });
  await call(setPreference, { params: { key: 'client.app' }, body: { value: { a: [1] } } });
  await call(createCollection, { body: { name: 'Best', ordered: true, series_ids: [first] } });
  await call(createCollection, { body: { name: 'Empty', series_ids: [] } });
  const condition = { libraryId: { operator: 'is', value: library } } as const;
  await call(createCollection, { body: { name: 'By rule', condition } });
  await call(createReadList, {
    body: { name: 'Cross/over', summary: 'In order', ordered: true, book_ids: [pdf, comic] },
  });
  await call(createSmartList, { body: { name: 'Mine', target: 'series', condition } });
  await call(updateSeries, {
    params: { id: first },
    body: { name: 'Another name', genres: ['Space'], labels: ['calm'] },
  });
  await call(updateBook, { params: { id: comic }, body: { title: 'A title', summary: 'Short' } });
  await call(chooseBookCover, { params: { id: comic }, body: { page: 2 } });
  await call(uploadSeriesCover, { params: { id: first }, body: new Uint8Array(pixel) });
  const ofLarge = books.filter(({ series_id }) => series_id === large?.id).map(({ id }) => id);
  await call(createVolume, {
    params: { id: large?.id ?? '' },
    body: { number: 7, title: 'Seven', book_ids: ofLarge.slice(0, 2) },
  });
  await call(createReleaseSource, {
    body: { display_name: 'News & more', source_tag: 'news', url: 'https://example.com/rss' },
  });
};

/** Reading of a book that is no longer there, by both people. */
const readFormerBook = ({ dataDir }: TestServer) => {
  const database = connect(join(dataDir, 'octavo.db'));
  database
    .prepare(
      `INSERT INTO former_reading (user_pk, quarter, book_id, series_id, format, pages, seconds,
         started, completed, untimed)
       SELECT pk, 1767225600, ?, (SELECT id FROM series LIMIT 1), 'cbz', 30, 600, 1, 1, 0 FROM users`,
    )
    .run(newId());
  database.close();
};

const entriesOf = async (octavo: TestServer, scope: string, headers?: Record<string, string>) => {
  const response = await octavo.request(`/data-export?scope=${scope}`, headers && { headers });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const read = await readWithYauzl(bytes, 64 * 1024 * 1024);
  if (!('entries' in read)) throw new Error(read.refused);
  const entries = new Map(read.entries.map(({ name, content }) => [name ?? '', content]));
  return { bytes, entries };
};

type Exported = Record<string, unknown> & { kind: string; id: string };

const recordsOf = (entries: ReadonlyMap<string, Buffer | string>): Exported[] =>
  importKinds.flatMap((kind) =>
    String(entries.get(`records/${kind}.jsonl`))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Exported),
  );

/** Tables whose rows are in an export, and why the others are not. */
const tables = {
  exported: [
    ...['libraries', 'users', 'content_restrictions', 'allowed_libraries', 'restricted_labels'],
    ...[
      'series',
      'books',
      'volumes',
      'progress',
      'reading_places',
      'reading_history',
      'former_reading',
      'annotations',
    ],
    ...['ratings', 'wanted', 'collections', 'collection_series', 'read_lists', 'read_list_books'],
    ...['smart_lists', 'reading_goals', 'followed_series', 'preferences'],
    ...['book_placements', 'series_folders', 'series_tracking'],
  ],
  secret: [
    ...['api_keys', 'sessions', 'passkeys', 'recovery_codes', 'totp', 'password_resets'],
    ...['email_verifications', 'user_identities', 'sign_in_providers', 'provider_sessions'],
    ...['proxy_sign_in', 'devices', 'sign_ins', 'notification_destinations'],
    ...['kobo_devices', 'kobo_books', 'kobo_lists'],
    ...['notification_marks', 'notifications', 'reader_addresses', 'book_mails', 'mailed_series'],
  ],
  ofThisInstallation: [
    ...['settings', 'setting_changes', 'intake_folders', 'intakes', 'intake_files', 'fonts'],
    ...['release_sources', 'releases', 'koreader_places', 'cover_copies'],
    ...['tasks', 'imports', 'import_lines', 'import_changes', 'scans', 'scan_reports'],
    ...['scan_report_entries', 'content_revision', 'place_questions'],
  ],
  ofFiles: [
    ...['book_pages', 'book_formats', 'book_sidecars', 'book_signatures'],
    ...[
      'book_values',
      'book_credits',
      'series_values',
      'series_credits',
      'creators',
      'creator_roles',
    ],
    ...['series_departures', 'series_gaps', 'changed_gaps', 'former_document_hashes'],
    ...[
      'file_checks',
      'health_ignored',
      'ignored_files',
      'repeated_pages',
      'similar_books',
      'unsupported_files',
    ],
    ...['duplicate_groups', 'set_aside_copies', 'binned_files', 'deleted_books', 'file_deletions'],
    ...['conversions', 'conversion_files', 'marks_on_removed_pages'],
    ...['metadata_writes', 'metadata_write_files'],
    ...[
      'edits',
      'edit_records',
      'organise_books',
      'organise_changes',
      'opened_files',
      'opened_marks',
    ],
    ...['user_series', 'stale_series', 'visible_books', 'visible_libraries', 'visible_series'],
  ],
};

test('every table is exported, or left out on purpose', () => {
  const database = connect(join(there.dataDir, 'octavo.db'));
  const found = database
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
         AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all();
  database.close();
  expect(found.sort()).toEqual(Object.values(tables).flat().sort());
});

/** Without what differs by design: folders, the names of images, and positions with gaps. */
const comparable = (records: readonly Exported[], home: string): string[] =>
  records
    .map(({ position: _, image, ...record }) =>
      canonical({ ...record, has_image: typeof image === 'string' }),
    )
    // JSON escapes the backslashes of Windows paths.
    .map((text) => text.replaceAll(JSON.stringify(join(root, home)).slice(1, -1), ''))
    .sort();

const canonical = (given: unknown): string =>
  JSON.stringify(given, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

test('everything moves into an empty Octavo with the same ids, and out again', async () => {
  const { bytes, entries } = await entriesOf(there, 'household');
  const records = recordsOf(entries);
  const kinds = new Set(records.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([...importKinds].sort());
  const schema = z.fromJSONSchema(
    JSON.parse(String(entries.get('schema.json'))) as z.core.JSONSchema.JSONSchema,
  );
  for (const record of records) expect(schema.safeParse(record).error).toBeUndefined();
  expect(bytes.toString('latin1')).not.toMatch(/password_hash|scrypt|argon/);
  expect(String(entries.get('README.txt'))).toContain('records/annotation.jsonl');
  expect([...entries.keys()].filter((name) => name.endsWith('.cbl'))).toHaveLength(1);
  expect(String(entries.get('tables/feeds.opml'))).toContain(
    'text="News &amp; more" xmlUrl="https://example.com/rss"',
  );
  const [head, ...rows] = String(entries.get('tables/progress.csv')).trim().split('\r\n');
  expect(head).toBe(progressColumns.join(','));
  expect(rows.filter((row) => row.includes(`,9,"'=Fine",false`))).toHaveLength(2);

  const comics = records.find(({ kind, name }) => kind === 'library' && name === 'Comics');
  const settings = Object.keys(updateLibraryBody.shape).filter(
    (field) => field !== 'name' && field !== 'path',
  );
  expect(Object.keys(comics?.['settings'] as object).sort()).toEqual(settings.sort());

  const file = join(root, 'octavo-export.zip');
  writeFileSync(file, bytes);
  const { call } = here.api;
  const { id } = await call(createImport, { body: { source: 'octavo', path: file } });
  await here.idle();
  const lines = (await call(listImportLines, { params: { id }, query: { kind: 'library' } })).data;
  for (const line of lines) {
    const target = join(root, 'new', line.title);
    await call(updateImportLine, { params: { id, line: line.id }, body: { target } });
    await here.idle();
  }
  await call(runImport, { params: { id }, body: {} });
  await here.idle();
  expect(await call(getImport, { params: { id } })).toMatchObject({ status: 'imported' });

  const back = recordsOf((await entriesOf(here, 'household')).entries);
  const own = (await call(listUsers)).data.find(({ username }) => username === 'admin')?.id;
  const others = back.filter(({ id: known }) => known !== own);
  expect(comparable(others, 'new')).toEqual(comparable(records, 'old'));

  // A second time, everything is here.
  const again = await call(createImport, { body: { source: 'octavo', path: file } });
  await here.idle();
  const { counts } = await call(getImport, { params: { id: again.id } });
  expect(counts.filter(({ state }) => !['present', 'matched', 'conflict'].includes(state))).toEqual(
    [],
  );

  await call(undoImport, { params: { id } });
  await here.idle();
  expect((await call(listLibraries)).data).toEqual([]);
}, 60_000);

test('a person exports what is theirs, and only an admin the household', async () => {
  const headers = {
    authorization: `Basic ${Buffer.from(`mia:${password}`).toString('base64')}`,
  };
  const { entries } = await entriesOf(there, 'me', headers);
  const records = recordsOf(entries);
  const people = records.filter(({ kind }) => kind === 'person');
  expect(people).toMatchObject([{ username: 'mia' }]);
  const owners = new Set(records.flatMap(({ person }) => person ?? []));
  expect([...owners]).toEqual([people[0]?.id]);
  const books = records.filter(({ kind }) => kind === 'book');
  expect(books).toHaveLength(3);
  expect(records.filter(({ kind }) => kind === 'former_reading')).toHaveLength(1);
  const comic = books.find(({ path }) => String(path).endsWith('.cbz'));
  const { filename, path } = await there.api.call(getBook, { params: { id: comic?.id ?? '' } });
  expect(path.replaceAll('\\', '/').endsWith(`/${String(comic?.['path'])}`)).toBe(true);
  expect(String(comic?.['path']).endsWith(filename)).toBe(true);
  for (const [name, content] of entries)
    expect([name, String(content).includes(root)]).toEqual([name, false]);
  expect(records.some(({ kind }) => ['edit', 'collection', 'read_list'].includes(kind))).toBe(
    false,
  );
  for (const path of ['/data-export', '/data-export/progress'])
    expect((await there.request(`${path}?scope=household`, { headers })).status).toBe(403);
  expect((await there.request('/data-export/feeds', { headers })).status).toBe(403);
  const progress = async (): Promise<string[]> => {
    const csv = await there.request('/data-export/progress', { headers });
    return (await csv.text()).trim().split('\r\n');
  };
  expect(await progress()).toHaveLength(4);
  // A position beyond the end of a file that has become shorter.
  const database = connect(join(there.dataDir, 'octavo.db'));
  database.exec('UPDATE books SET page_count = 1 WHERE page_count > 1');
  database.close();
  const [head, ...rows] = await progress();
  const column = head?.split(',').indexOf('percent') ?? -1;
  expect(rows.map((row) => row.split(',')[column]).filter(Boolean)).toEqual(['100', '100']);
});

test.each([
  ['something else', () => Buffer.from('nothing'), 'no export of Octavo'],
  ['a damaged export', (bytes: Buffer) => bytes.fill(0xaa, 400, 6000), 'damaged'],
  [
    'one that is a bomb',
    (bytes: Buffer) => {
      for (const name of ['library', 'person']) {
        // In the central directory, which comes last: deflated, and the size when unpacked.
        const header = bytes.lastIndexOf(`records/${name}.jsonl`) - 46;
        bytes.writeUInt16LE(8, header + 10);
        bytes.writeUInt32LE(0xf000_0000, header + 24);
      }
      return bytes;
    },
    'larger than 4096 MiB',
  ],
  [
    'one of a newer version',
    (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replace('"version": 1', '"version": 9'), 'latin1'),
    'newer version',
  ],
])('%s is refused with a sentence', async (_, change, sentence) => {
  const { bytes } = await entriesOf(there, 'household');
  const file = join(root, 'changed.zip');
  writeFileSync(file, change(bytes));
  expect(readFileSync(file).length).toBeGreaterThan(0);
  const { id } = await here.api.call(createImport, { body: { source: 'octavo', path: file } });
  await here.idle();
  const { status, error } = await here.api.call(getImport, { params: { id } });
  expect({ status, error }).toEqual({
    status: 'failed',
    error: expect.stringContaining(sentence) as string,
  });
});
