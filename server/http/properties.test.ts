import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createAnnotation } from '../../shared/api/annotations.ts';
import { createApiKey } from '../../shared/api/api-keys.ts';
import { createBackup, listBackups } from '../../shared/api/backups.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { listEdits, updateSeries } from '../../shared/api/edits.ts';
import { endpoints } from '../../shared/api/index.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { createPairing, redeemPairing } from '../../shared/api/pairing.ts';
import { setPreference } from '../../shared/api/preferences.ts';
import { markBookRead } from '../../shared/api/progress.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import { createReleaseSource } from '../../shared/api/release-sources.ts';
import { recordRelease } from '../../shared/api/releases.ts';
import { listScanReportEntries, listScanReports } from '../../shared/api/scan-reports.ts';
import { startScan } from '../../shared/api/scans.ts';
import { createSmartList } from '../../shared/api/smart-lists.ts';
import { getTaskStats, listTasks } from '../../shared/api/tasks.ts';
import { createUser } from '../../shared/api/users.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import { permissions } from '../../shared/permissions.ts';
import { connect } from '../database/database.ts';
import { requestTo } from '../testing/arbitrary-request.ts';
import { admin, startTestServer, type TestServer } from '../testing/server.ts';
import { writeCbz } from '../testing/zip.ts';

let octavo: TestServer;
let root: string;
let dataDir: string;
/** Filled in when the library is there. */
const known: Record<string, unknown[]> = {
  page: [1, 2, 1000],
  pageSize: [1, 50, 500, 501],
  page_number: [1, 2, 3, 0],
  permissions: [...permissions, 'books:read'],
  cron_schedule: ['0 3 * * *', '* * 31 2 *', '99 * * * *'],
  externalReleaseId: ['feed:1', 'feed:99999999999999999999'],
  excluded_patterns: ['*.tmp', '**/*a'.repeat(40)],
  source_tag: ['feed', 'a.b-c'],
  key: ['theme', 'client.a', 'server.name', 'smtp.port', 'auth.token_ttl_seconds'],
  operator: ['is', 'isNot', 'contains', 'beginsWith', 'isNull'],
};

const idle = () =>
  vi.waitFor(
    async () => {
      const { pending, running } = await octavo.api.call(getTaskStats);
      expect(pending + running).toBe(0);
    },
    { timeout: 20_000, interval: 50 },
  );

const seed = async (): Promise<void> => {
  const { api } = octavo;
  const books = join(root, 'books');
  for (const name of ['Saga/Saga 1', 'Saga/Saga 2', '第一巻/第一巻 v01', 'Batman/Batman 1']) {
    writeCbz(join(books, `${name}.cbz`), 3, '<Genre>Drama</Genre><Writer>Ann</Writer>');
  }
  mkdirSync(join(root, 'empty'));
  const library = await api.call(createLibrary, { body: { name: 'Comics', path: books } });
  await api.call(startScan, { params: { id: library.id } });
  await idle();
  const { data } = await api.call(listBooks);
  const [book] = data;
  if (!book) throw new Error('The scan found no book');
  await api.call(markBookRead, { params: { id: book.id } });
  await api.call(setPreference, { params: { key: 'client.a' }, body: { value: 1 } });
  const user = await api.call(createUser, { body: { username: 'eve', password: 'eve and adam' } });
  const key = await api.call(createApiKey, { body: { name: 'phone' } });
  const pair = () => api.call(createPairing, { body: { permissions: ['books-read'] } });
  const paired = await api.call(redeemPairing, { body: { token: (await pair()).token } });
  const waiting = await pair();
  const source = await api.call(createReleaseSource, {
    body: { display_name: 'Feed', source_tag: 'feed', url: 'http://127.0.0.1:9/feed' },
  });
  const release = await api.call(recordRelease, {
    body: {
      seriesId: book.series_id,
      sourceId: source.id,
      externalReleaseId: 'feed:1',
      payloadUrl: 'http://127.0.0.1:9/1',
    },
  });
  const collection = await api.call(createCollection, {
    body: { name: 'Space', series_ids: [book.series_id] },
  });
  const secondCollection = await api.call(createCollection, {
    body: { name: 'Sea', series_ids: [book.series_id] },
  });
  const readList = await api.call(createReadList, {
    body: { name: 'Events', book_ids: [book.id] },
  });
  const smartList = await api.call(createSmartList, {
    body: {
      name: 'Dramas',
      target: 'series',
      condition: { genre: { operator: 'is', value: 'Drama' } },
    },
  });
  const bookList = await api.call(createSmartList, {
    body: {
      name: 'Sagas',
      target: 'books',
      condition: { title: { operator: 'contains', value: 'Saga' } },
    },
  });
  const annotation = await api.call(createAnnotation, {
    params: { id: book.id },
    body: { kind: 'bookmark', page: 1 },
  });
  await api.call(updateSeries, { params: { id: book.series_id }, body: { summary: 'Space.' } });
  const loose = join(root, 'loose', 'Loose 1.cbz');
  writeCbz(loose, 3, '<Title>Loose</Title>');
  const opened = await octavo.server.control.openFile(admin.username, loose);
  await api.call(createBackup);
  await idle();
  const { data: reports } = await api.call(listScanReports);
  const { data: entries } = await api.call(listScanReportEntries, {
    params: { id: reports[0]?.id ?? '' },
  });
  const series = [...new Set(data.map(({ series_id }) => series_id))];
  Object.assign(known, {
    libraries: [library.id],
    series,
    books: data.map(({ id }) => id),
    collections: [collection.id, secondCollection.id],
    'read-lists': [readList.id],
    series_ids: series,
    book_ids: data.map(({ id }) => id),
    'smart-lists': [smartList.id, bookList.id],
    annotations: [annotation.id],
    'opened-files': [opened.id],
    edits: (await api.call(listEdits)).data.map(({ id }) => id),
    scans: reports.map(({ id }) => id),
    entry_ids: entries.map(({ id }) => id),
    backups: (await api.call(listBackups)).data.map(({ name }) => name),
    users: [user.id],
    username: [user.username],
    password: ['eve and adam'],
    'api-keys': [key.id],
    devices: [paired.device.id],
    pairings: [waiting.id],
    token: [waiting.token],
    tasks: (await api.call(listTasks)).data.map(({ id }) => id),
    releases: [release.id],
    'release-sources': [source.id],
    library_id: [library.id],
    series_id: series,
    book_id: [book.id],
    seriesId: series,
    sourceId: [source.id],
    ids: [release.id, ...series, ...data.map(({ id }) => id)],
    value: [library.id, ...series, 'Drama', 'Saga', 'read', 'true'],
    fullTextSearch: ['sag', 'batmn', '第一'],
    query: ['sag', 'batmn', '第一'],
    paths: [books],
    // What is no folder to fill a library with, for it might hold the whole machine.
    path: [books, join(root, 'empty'), join(root, 'none'), join(books, 'Saga/Saga 1.cbz')],
  });
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-properties-'));
  dataDir = join(root, 'data');
  octavo = await startTestServer({ dataDir, dataHome: dataDir });
  await seed();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Reading before changing; what takes away what others need comes last, the library at the very end. */
const rank = ({ method, path }: Endpoint): number => {
  if (method === 'GET') return 0;
  if (method === 'DELETE') return path.startsWith('/libraries') ? 4 : 3;
  return /^.(admin|users)/.test(path) ? 2 : 1;
};
const tried = endpoints
  // Signing out would end the session that all of this is asked with; it takes no input.
  .filter(({ id }) => id !== 'logout')
  .sort((a, b) => rank(a) - rank(b))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

const problems = expect.arrayContaining([
  expect.objectContaining({
    path: expect.any(String) as string,
    message: expect.any(String) as string,
  }),
]) as unknown;
/** Endpoints that let something through. */
const open = new Set<string>();

test.each(tried)('%s answers everything as documented', async (name, endpoint) => {
  const property = fc.asyncProperty(requestTo(endpoint, known), async ({ path, headers, body }) => {
    // That the answer is as documented, errors and all, is checked where it is fetched.
    const response = await octavo.request(path, {
      method: endpoint.method,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    expect(response.status).not.toBe(500);
    if (endpoint.access !== 'public') expect(response.status).not.toBe(401);
    if (response.ok) open.add(name);
    if (response.status === 400) {
      expect(((await response.json()) as ErrorBody).details).toEqual(problems);
    } else {
      await response.body?.cancel();
    }
  });
  await fc.assert(property, { seed: 20_261_121, numRuns: 60 });
});

test('most endpoints let something of all this through', () => {
  expect(open.size).toBeGreaterThan(0.85 * tried.length);
});

test('afterwards the server is idle, answers, and has its database whole', async () => {
  await idle();
  expect((await octavo.request('/health')).status).toBe(200);
  expect((await octavo.request('/auth/me')).status).toBe(200);
  const database = connect(join(dataDir, 'octavo.db'));
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
  } finally {
    database.close();
  }
});
