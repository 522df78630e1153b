import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { getMe } from '../../shared/api/auth.ts';
import { listBooks } from '../../shared/api/books.ts';
import { listCreators } from '../../shared/api/creators.ts';
import { updateBook } from '../../shared/api/edits.ts';
import { endpoints } from '../../shared/api/index.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { listReadingPlaces } from '../../shared/api/reading-places.ts';
import { createVolume } from '../../shared/api/volumes.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { requestTo, type ArbitraryRequest } from '../testing/arbitrary-request.ts';
import { addIdentity, seedEveryKind } from '../testing/every-kind.ts';
import { faultCodes, faultOf, isHitBy, type FaultCode } from '../testing/faults/faults.ts';
import { interceptOperations } from '../testing/faults/operations.ts';
import { createSignInRequests } from '../testing/sign-in-requests.ts';
import { admin, startTestServer, type TestServer } from '../testing/server.ts';
import { pngPage } from '../testing/zip.ts';

// Thirty requests to some endpoints, on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let root: string;
let octavo: TestServer;
let signIns: ReturnType<typeof createSignInRequests>;
let stop: (() => void) | undefined;
/** The error of all writes to the data disk; null for none. */
let fault: FaultCode | null = null;
const known: Record<string, unknown[]> = {
  page: [1, 2],
  permissions: ['books-read'],
  key: ['client.a', 'server.name'],
  current_page: [1, 2],
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-unwritable-'));
  const dataDir = join(root, 'data');
  octavo = await startTestServer({ dataDir, configuredDataDir: dataDir });
  signIns = createSignInRequests(octavo);
  Object.assign(known, await seedEveryKind(octavo, root));
  stop = interceptOperations([dataDir], {
    before: (operation) => {
      if (fault !== null && isHitBy(fault, operation)) throw faultOf(fault, operation);
    },
  });
});
afterAll(async () => {
  fault = null;
  stop?.();
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const sentences: Record<FaultCode, RegExp> = {
  ENOSPC: /^The disk of Octavo's data is full/,
  EDQUOT: /^The disk of Octavo's data (is full|reports errors)/,
  EROFS: /^Octavo's data is read-only/,
  EIO: /^The disk of Octavo's data reports errors/,
};

const isWriting = ({ method }: Endpoint) => method !== 'GET';

/**
 * Other threads delete despite the fault, which affects only this thread: the library comes last.
 */
const rank = ({ method, path }: Endpoint): number =>
  method !== 'DELETE' ? 0 : path.startsWith('/libraries') ? 2 : 1;

/** Sends a request; returns whether it hit the fault, which the response must then report. */
const meetsFault = async (
  { method }: Endpoint,
  code: FaultCode,
  { path, headers, body }: Request,
): Promise<boolean> => {
  fault = code;
  try {
    const response = await octavo.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(60_000),
    });
    if (response.status < 500) {
      await response.body?.cancel();
      return false;
    }
    const { message } = (await response.json()) as { message: string };
    expect([response.status, message]).toEqual([503, expect.stringMatching(sentences[code])]);
    expect(response.headers.get('retry-after')).toBe('60');
    return true;
  } finally {
    fault = null;
  }
};

const requestsTo = (endpoint: Endpoint, count: number): ArbitraryRequest[] =>
  fc.sample(requestTo(endpoint, known), { seed: 20_261_122, numRuns: count });

type Request = Omit<ArbitraryRequest, 'body'> & { body: BodyInit | null };

const first = (kind: string): string => String(known[kind]?.[0]);
const json = (path: string, body: unknown): Request => ({
  path,
  headers: { 'content-type': 'application/json' },
  body: body === undefined ? null : JSON.stringify(body),
});
const bytes = (path: string, type: string, body: string | Buffer): Request => ({
  path,
  headers: { 'content-type': type },
  body: typeof body === 'string' ? body : new Uint8Array(body),
});
const cover = (area: string): Request =>
  bytes(`/${area}/${first(area)}/cover`, 'image/png', pngPage());
const release = () => ({
  seriesId: first('series'),
  sourceId: first('release-sources'),
  externalReleaseId: 'feed:2',
  payloadUrl: 'http://127.0.0.1:9/b',
});

/**
 * Reads through a long book and jumps back to its beginning, to create positions and a question.
 */
const suddenReturn = async () => {
  const { data } = await octavo.api.call(listBooks, { query: { pageSize: 500 } });
  const id = data.find(({ page_count }) => page_count >= 8)?.id ?? '';
  await octavo.request(`/books/${id}/progress`, { method: 'DELETE' });
  await octavo.api.call(updateProgress, { params: { id }, body: { current_page: 8 } });
  // On another device: on the same one, a jump back counts as deliberate.
  await octavo.request(`/books/${id}/progress`, {
    method: 'PUT',
    headers: { 'user-agent': 'Some Reader/1.0', 'content-type': 'application/json' },
    body: '{"current_page":1}',
  });
  const { data: places } = await octavo.api.call(listReadingPlaces, { params: { id } });
  return { id, place: places.at(-1)?.id ?? '' };
};

const destination = { name: 'B', kind: 'mail', address: 'b@example.com', events: ['new_books'] };
/** Adds a destination of notifications; returns its path. */
const addDestination = async () => {
  const path = '/notifications/destinations';
  const { headers, body } = json(path, destination);
  const created = await octavo.request(path, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: string };
  return `${path}/${id}`;
};

/** Makes a volume; returns its path and its book. */
const addVolume = async () => {
  const [book] = (await octavo.api.call(listBooks, { query: { pageSize: 1 } })).data;
  const params = { id: book?.series_id ?? '' };
  const book_ids = [book?.id ?? ''];
  const { volume } = await octavo.api.call(createVolume, { params, body: { book_ids } });
  const volumes = `/series/${params.id}/volumes`;
  return { volumes, path: `${volumes}/${volume?.id ?? ''}`, book_ids };
};

const provider = {
  ...{ slug: 'house', name: 'House', issuer: 'https://house.example', client_id: 'octavo' },
};
/** Adds a sign-in provider, unless it is there; returns its id. */
const addProvider = async (): Promise<string> => {
  const path = '/admin/sign-in-providers';
  const listed = await octavo.request(path);
  const { providers } = (await listed.json()) as { providers: { id: string }[] };
  if (providers[0]) return providers[0].id;
  const { headers, body } = json(path, provider);
  const created = await octavo.request(path, { method: 'POST', headers, body });
  return ((await created.json()) as { id: string }).id;
};
const ownId = async () => (await octavo.api.call(getMe)).id;

/** Creators made so far. */
let count = 0;

/** Requests that random data does not cover: non-JSON bodies, and dependent fields. */
const chosen: Partial<Record<string, () => Request | Promise<Request>>> = {
  'POST /books/{id}/progress/question': async () => {
    const { id } = await suddenReturn();
    return json(`/books/${id}/progress/question`, { place: 'earlier' });
  },
  'POST /books/{id}/progress/places/{place_id}/restore': async () => {
    const { id, place } = await suddenReturn();
    return json(`/books/${id}/progress/places/${place}/restore`, undefined);
  },
  'PUT /auth/me': () =>
    json('/auth/me', { email: 'b@example.com', current_password: admin.password }),
  'POST /auth/reset-password': async () =>
    json('/auth/reset-password', {
      token: signIns.addPasswordReset(),
      password: 'another password',
    }),
  'DELETE /auth/sessions': async () => {
    await signIns.addSession();
    return json('/auth/sessions', undefined);
  },
  'DELETE /auth/sessions/{id}': async () =>
    json(`/auth/sessions/${await signIns.addSession()}`, undefined),
  'DELETE /users/{id}/sessions': async () => {
    await signIns.addSession();
    return json(`/users/${await ownId()}/sessions`, undefined);
  },
  'DELETE /users/{id}/sessions/{session_id}': async () =>
    json(`/users/${await ownId()}/sessions/${await signIns.addSession()}`, undefined),
  'POST /auth/second-factor': () =>
    json('/auth/second-factor', { current_password: admin.password }),
  'POST /auth/second-factor/confirm': async () =>
    json('/auth/second-factor/confirm', { code: await signIns.waitingCode() }),
  'POST /auth/second-factor/recovery-codes': () =>
    json('/auth/second-factor/recovery-codes', { code: signIns.addRecoveryCode() }),
  'POST /auth/second-factor/turn-off': () =>
    json('/auth/second-factor/turn-off', {
      current_password: admin.password,
      code: signIns.addRecoveryCode(),
    }),
  'POST /auth/passkeys': async () =>
    json('/auth/passkeys', { name: 'B', credential: await signIns.newPasskey() }),
  'POST /auth/passkeys/{id}/remove': async () =>
    json(`/auth/passkeys/${await signIns.addPasskey()}/remove`, {
      current_password: admin.password,
    }),
  'POST /auth/passkeys/sign-in': async () =>
    json('/auth/passkeys/sign-in', { credential: await signIns.passkeySignIn() }),
  'POST /auth/ticket': () =>
    json('/auth/ticket', { ticket: octavo.server.control.issueTicket(admin.username) }),
  'POST /notifications/destinations': () => json('/notifications/destinations', destination),
  'PUT /notifications/destinations/{id}': async () => json(await addDestination(), { name: 'C' }),
  'DELETE /notifications/destinations/{id}': async () => json(await addDestination(), undefined),
  'POST /notifications/destinations/{id}/test': async () =>
    json(`${await addDestination()}/test`, undefined),
  'POST /admin/sign-in-providers': () =>
    json('/admin/sign-in-providers', { ...provider, slug: 'other' }),
  'PUT /admin/sign-in-providers/{id}': async () =>
    json(`/admin/sign-in-providers/${await addProvider()}`, { name: 'Home' }),
  'DELETE /admin/sign-in-providers/{id}': async () =>
    json(`/admin/sign-in-providers/${await addProvider()}`, undefined),
  'PUT /admin/proxy-sign-in': () =>
    json('/admin/proxy-sign-in', {
      ...{ enabled: false, user_header: 'Remote-User', groups_header: '', trusted_proxies: [] },
      ...{ group_roles: [], group_libraries: [], only_groups: [], creates_people: false },
    }),
  'POST /auth/identities/{id}/unlink': async () =>
    json(`/auth/identities/${addIdentity(octavo, await addProvider())}/unlink`, {
      current_password: admin.password,
    }),
  'POST /creators/{id}/rename': async () => {
    const books = (await octavo.api.call(listBooks, { query: { pageSize: 1 } })).data;
    const id = books[0]?.id ?? '';
    const body = { authors: [{ name: `Ann ${count++}`, role: 'writer' }] };
    await octavo.api.call(updateBook, { params: { id }, body });
    const { data } = await octavo.api.call(listCreators, { query: { search: 'Ann' } });
    return json(`/creators/${data[0]?.id ?? ''}/rename`, { name: 'Ann Author' });
  },
  'POST /series/{id}/volumes': async () => {
    const { volumes, book_ids } = await addVolume();
    return json(volumes, { book_ids });
  },
  'POST /series/{id}/volumes/remove': async () => {
    const { volumes, book_ids } = await addVolume();
    return json(`${volumes}/remove`, { book_ids });
  },
  'PUT /series/{id}/volumes/{volume_id}': async () =>
    json((await addVolume()).path, { title: `B ${count++}` }),
  'POST /series/{id}/volumes/{volume_id}/dissolve': async () =>
    json(`${(await addVolume()).path}/dissolve`, undefined),
  'POST /series/{id}/volumes/{volume_id}/books': async () => {
    const { path, book_ids } = await addVolume();
    return json(`${path}/books`, { book_ids });
  },
  'POST /series/{id}/volumes/{volume_id}/read': async () => {
    const { path, book_ids } = await addVolume();
    await octavo.request(`/books/${book_ids[0] ?? ''}/progress`, { method: 'DELETE' });
    return json(`${path}/read`, undefined);
  },
  'POST /series/{id}/volumes/{volume_id}/unread': async () => {
    const { path, book_ids } = await addVolume();
    await octavo.request(`/books/${book_ids[0] ?? ''}/read`, { method: 'POST' });
    return json(`${path}/unread`, undefined);
  },
  // Rows that were never written are not deleted.
  'DELETE /books/{id}/readings': () => json(`/books/${first('books')}/readings`, undefined),
  'DELETE /books/{id}/readings/{reading_id}': () =>
    json(`/books/${first('books')}/readings/0`, undefined),
  'POST /organise': () =>
    json('/organise', {
      changes: [
        {
          action: 'move',
          book_ids: [first('books')],
          to: { new_series: 'Elsewhere' },
        },
      ],
    }),
  'POST /reprocess': () => json('/reprocess', { action: 'covers', book_ids: [first('books')] }),
  'POST /edits/reset': async () => {
    const id = first('books');
    await octavo.api.call(updateBook, { params: { id }, body: { title: `Edited ${count++}` } });
    return json('/edits/reset', { book_ids: [id] });
  },
  'POST /release-sources': () =>
    json('/release-sources', {
      display_name: 'B',
      source_tag: 'b',
      url: 'http://127.0.0.1:9/b',
    }),
  'POST /releases': () => json('/releases', release()),
  'POST /releases/bulk': () =>
    json('/releases/bulk', { ids: [first('releases')], state: 'dismissed' }),
  'PUT /series/{id}/cover': () =>
    json(`/series/${first('series')}/cover`, { book_id: first('books') }),
  ...Object.fromEntries(
    ['series', 'books', 'collections', 'read-lists'].map((area) => [
      `POST /${area}/{id}/cover/uploads`,
      () => bytes(`/${area}/${first(area)}/cover/uploads`, 'image/png', pngPage()),
    ]),
  ),
  'POST /series/{id}/cover': () => cover('series'),
  'POST /books/{id}/cover': () => cover('books'),
  'POST /collections/{id}/cover': () => cover('collections'),
  'POST /read-lists/{id}/cover': () => cover('read-lists'),
  'POST /read-lists/import': () =>
    bytes(
      '/read-lists/import',
      'application/xml',
      '<ReadingList><Name>B</Name><Books><Book Series="Saga" Number="1"/></Books></ReadingList>',
    ),
  'POST /imports': () => json('/imports', { source: 'komga', path: '/nowhere/database.sqlite' }),
  'POST /imports/upload': () =>
    bytes('/imports/upload?source=komga', 'application/vnd.sqlite3', 'SQLite format 3'),
  'PUT /imports/{id}/lines/{line}': () =>
    json(`/imports/${first('imports')}/lines/1`, { choice: 'skip' }),
  'POST /imports/{id}/run': () => json(`/imports/${first('imports')}/run`, {}),
  'POST /imports/{id}/undo': () => json(`/imports/${first('imports')}/undo`, {}),
  'POST /backups/upload': () =>
    bytes('/backups/upload', 'application/vnd.sqlite3', 'SQLite format 3'),
};

const candidates = async (name: string, endpoint: Endpoint): Promise<Request[]> => {
  const own = await chosen[name]?.();
  return [...(own ? [own] : []), ...requestsTo(endpoint, 30)];
};

/** Endpoints that do not write to this disk, with the reason. */
const untouched = new Set([
  // They only look up or test something.
  ...['POST /libraries/preview', 'POST /sharing/test', 'POST /users/visible-series'],
  'POST /admin/sign-in-providers/{id}/check',
  ...['ids', 'letters', 'list', 'export'].flatMap((what) => [
    `POST /series/${what}`,
    `POST /books/${what}`,
  ]),
  'POST /series/search',
  // They write into the folder of a library.
  ...['POST /libraries/{id}/uploads', 'PUT /uploads/{id}/parts/{offset}'],
  ...['POST /uploads/{id}/finish', 'DELETE /uploads/{id}'],
  // They change only data in memory.
  ...['POST /auth/passkeys/challenge', 'POST /auth/passkeys/registration'],
  ...['POST /pairings', 'DELETE /pairings/{id}', 'DELETE /progress/marks/{id}'],
  'POST /auth/identities',
  ...['cancel', 'pause', 'resume'].map((what) => `POST /libraries/{id}/scan/${what}`),
  // A separate thread writes; its fault is tested in disk-full.test.ts.
  ...['DELETE /trash', 'DELETE /trash/{id}', 'POST /backups/{name}/restore'],
  // They have nothing to do: setup is done, registration closed, no mail set up, nothing pending,
  // moved or set aside, files stay as they are, nobody came back from a provider or through a proxy.
  ...['POST /duplicates/copies/{id}/bin', 'POST /duplicates/copies/{id}/restore'],
  ...['POST /metadata-writes/{id}/apply', 'POST /conversions/{id}/apply'],
  // Deleting with files is not allowed, the upload is not a font, and no other server is there.
  ...['POST /file-deletions', 'POST /fonts', 'POST /imports/connect'],
  ...['POST /auth/sso/session', 'POST /auth/proxy-sign-in', 'POST /auth/forgot-password'],
  // No book has a second format.
  ...['POST /books/{id}/mail', 'POST /books/{id}/formats/{format}/read'],
  ...['POST /setup/initialize', 'POST /auth/register', 'POST /auth/resend-verification'],
  ...['POST /tasks/{id}/cancel', 'POST /organise/changes/{id}/undo'],
  'POST /admin/settings/{key}/reset',
  'DELETE /system/data-directory/move',
  'DELETE /system/data-directory/previous',
  'POST /system/data-directory/restart',
  'POST /system/restart',
  // Its file is the configuration, which belongs to the host.
  'PUT /system/port',
]);

const reached = new Set<string>();
const table = endpoints
  .filter(isWriting)
  .sort((a, b) => rank(a) - rank(b))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test.each(table)('%s says that the disk takes nothing more', async (name, endpoint) => {
  for (const request of await candidates(name, endpoint)) {
    // Deleting is possible on a full disk.
    const code = endpoint.method === 'DELETE' ? 'EROFS' : 'ENOSPC';
    if (!(await meetsFault(endpoint, code, request))) continue;
    reached.add(name);
    for (const code of faultCodes) await meetsFault(endpoint, code, request);
    return;
  }
});

test('every endpoint that writes has met the disk', () => {
  const others = table.map(([name]) => name).filter((name) => !reached.has(name));
  expect(others.sort()).toEqual([...untouched].sort());
});

const reading = endpoints
  .filter((endpoint) => !isWriting(endpoint))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('what only reads', () => {
  test.each(reading)('%s answers while the disk takes nothing more', async (_, endpoint) => {
    for (const request of requestsTo(endpoint, 4)) {
      expect(await meetsFault(endpoint, 'EROFS', request)).toBe(false);
    }
  });
});

test('afterwards everything can be written again', async () => {
  await octavo.idle();
  const response = await octavo.request('/user/preferences/client.a', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"value":2}',
  });
  expect(response.status).toBe(200);
});
