import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { login } from '../../../shared/api/auth.ts';
import { endpoints } from '../../../shared/api/index.ts';
import { createUser } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { worstRequests } from '../../testing/worst-request.ts';

/** How long a request can block the main thread and the query worker; ms on an idle machine. */
const mainMs = 100;
const readMs = 2000;
/** Duration of the loop below on the machine that defined these limits, ms. */
const idleLoopMs = 25;
/**
 * Both limits are for an idle machine: if one is exceeded, the same work is compared with a loop of
 * known duration, so that a busy machine does not fail. A slow request is slow on each attempt; an
 * unlucky one is not.
 */
const tries = 4;

let octavo: TestServer;
let token: string;
const known: Record<string, string> = {};

/** A calibration workload: a busy machine slows it down as much as the requests. */
const slowness = (): number => {
  const begun = performance.now();
  const text = 'the quick brown fox '.repeat(50);
  let sum = 0;
  for (let count = 0; count < 2000; count += 1) {
    sum += JSON.stringify(text.split(' ').map((word) => word.normalize('NFKD'))).length;
  }
  if (sum === 0) throw new Error('Nothing was done');
  return Math.max(1, (performance.now() - begun) / idleLoopMs);
};

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.transaction(() => {
    const library = seedLibrary(database);
    known['libraries id'] = known['library_id'] = library.id;
    for (let number = 0; number < 300; number += 1) {
      const series = seedSeries(database, library, {
        name: `Falcon of the harbour, the quick brown fox ${number}`,
        authors: '[{"name":"Ann","role":"writer"}]',
      });
      known['series id'] = series.id;
      for (let book = 0; book < 5; book += 1) {
        const title = `Harbour ${number}: jumps over the lazy dog ${book}`;
        known['books id'] = seedBook(database, series, { number: book, title }).id;
      }
    }
  })();
  database.close();
  const eve = { username: 'eve', password: 'eve and adam' };
  await octavo.api.call(createUser, { body: { ...eve, role: 'reader' } });
  token = (await octavo.api.call(login, { body: eve })).access_token;
}, 60_000);
afterAll(() => octavo.stop());

/** Measures the longest block of the main thread during a request, and its total time; ms. */
const measure = async (
  method: string,
  path: string,
  body: string | null,
  headers: Record<string, string> = {},
) => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // The first tick of the histogram only starts the measurement.
  await sleep(12);
  const begun = performance.now();
  const response = await fetch(
    `${octavo.url}${path.startsWith('//') ? path.slice(1) : `/api/v1${path}`}`,
    {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(30_000),
    },
  );
  // Streams do not end; the headers show that they were opened.
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.arrayBuffer();
  } else {
    await response.body?.cancel();
  }
  const took = performance.now() - begun;
  await sleep(12);
  delay.disable();
  return { status: response.status, held: delay.max / 1e6, took };
};

/**
 * The least of some attempts, which end with a fast one. The machine's speed is measured only for a
 * slow one, because that takes longer than most requests.
 */
const least = async (send: () => ReturnType<typeof measure>, check: (status: number) => void) => {
  let [status, held, took] = [0, Infinity, Infinity];
  for (let attempt = 0; attempt < tries && (held >= mainMs || took >= readMs); attempt += 1) {
    const measured = await send();
    ({ status } = measured);
    check(status);
    const isFast = measured.held < mainMs && measured.took < readMs;
    const scale = isFast ? 1 : slowness();
    held = Math.min(held, measured.held / scale);
    took = Math.min(took, measured.took / scale);
  }
  return { status, held, took };
};

const asked = endpoints
  // Signing out would end the session of this test.
  .filter(({ id }) => id !== 'logout')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test.each(asked)(
  '%s holds no thread, whatever a reader sends',
  async (_, endpoint) => {
    for (const { kind, path, body } of worstRequests(endpoint, known)) {
      const { status, held, took } = await least(
        () => measure(endpoint.method, path, body),
        (answer) => expect(answer, kind).not.toBe(500),
      );
      expect(held, `${kind}: ms that the main thread stood still`).toBeLessThan(mainMs);
      expect(took, `${kind}: ms until the answer`).toBeLessThan(readMs);
      // A forbidden request is rejected before its body is read.
      if (status === 403) break;
    }
  },
  120_000,
);

const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
/** Just below the limit of all headers, 16 KiB. */
const headerBytes = 14_000;
const worstHeaders: Record<string, Record<string, string>> = {
  ranges: { range: `bytes=${repeated('0-1,', headerBytes)}0-1` },
  'overlapping ranges': { range: `bytes=${repeated('0-,', headerBytes)}-1` },
  'entity tags': { 'if-none-match': `${repeated('"a", ', headerBytes)}"b"` },
  'open entity tags': { 'if-none-match': repeated('W/"', headerBytes) },
  'media types': { accept: `${repeated('image/webp;q=0.1,', headerBytes)}*/*` },
  languages: { 'accept-language': `${repeated('de-DE;q=0.1,', headerBytes)}en` },
  encodings: { 'accept-encoding': `${repeated('gzip;q=0.1,', headerBytes)}br` },
  cookies: { cookie: repeated('octavo_session=a; ', headerBytes) },
  'a token': { authorization: `Bearer ${repeated('a.b', 8000)}` },
  'a password': { authorization: `Basic ${repeated('YTph', 8000)}` },
  'an API key': { 'x-api-key': repeated('ab', 8000) },
  addresses: { 'x-forwarded-for': `${repeated('1.1.1.1, ', headerBytes)}1.1.1.1` },
  dates: { 'if-modified-since': repeated('9', headerBytes), 'if-unmodified-since': 'x' },
  spaces: {
    accept: `a${repeated(' ', headerBytes)}b`,
    authorization: `Basic ${repeated(' ', 1000)}x`,
  },
};
/** Paths with the host's root are outside of the API; the other ones are below it. */
const places = [
  '/health',
  '/books?pageSize=1',
  '/books/{id}/thumbnail',
  '/books/{id}/file',
  '/books/{id}/pages/1',
  '//',
  '//opds/v1.2/catalog',
  '//opds/v2/catalog',
  '//komga/api/v1/series?size=1',
  '//koreader/users/auth',
  '//kobo/octavo_a/v1/library/sync',
];

test.each(Object.entries(worstHeaders))(
  'headers hold no thread: %s',
  async (_, headers) => {
    for (const place of places) {
      const path = place.replace('{id}', known['books id'] ?? '');
      const { held } = await least(
        () => measure('GET', path, null, headers),
        // They are not rejected for their size either, before anything looks at them.
        (status) => expect([431, 500], place).not.toContain(status),
      );
      expect(held, `${place}: ms that the main thread stood still`).toBeLessThan(mainMs);
    }
  },
  60_000,
);

const long = (letter: string) => letter.repeat(3000);
/** Requests of the other interfaces, with the longest texts that an address can carry. */
const foreign: [string, string, unknown?][] = [
  ['GET', `//komga/api/v1/series?search=${long('x')}`],
  ['GET', `//komga/api/v1/books?search=${long('%25_')}`],
  ['GET', `//komga/api/v1/series?${'library_id=a&'.repeat(800)}`],
  ['GET', `//komga/api/v1/series?${'sort=name,asc&'.repeat(800)}`],
  ['POST', '//komga/api/v1/series/list', { fullTextSearch: 'x'.repeat(900_000) }],
  ['POST', '//komga/api/v1/books/list', { condition: deepest(900) }],
  ['POST', '//komga/api/v1/books/list', { condition: widest(2000) }],
  ['GET', `//opds/v1.2/search?q=${long('a%20')}`],
  ['GET', `//opds/v2/search?query=${long('a%20')}`],
  ['GET', `//opds/v1.2/series?search=${long('%CC%81')}`],
  [
    'PUT',
    '//koreader/syncs/progress',
    { document: 'a'.repeat(900_000), progress: 'x', percentage: 1 },
  ],
  ['GET', `//koreader/syncs/progress/${long('a')}`],
  ['GET', `//kobo/${long('a')}/v1/library/sync`],
];

function deepest(depth: number): unknown {
  let condition: unknown = { title: { operator: 'contains', value: 'x' } };
  for (let level = 0; level < depth; level += 1) condition = { allOf: [condition] };
  return condition;
}
function widest(count: number): unknown {
  const value = 'the quick brown fox '.repeat(10);
  return {
    anyOf: Array.from({ length: count }, () => ({ title: { operator: 'contains', value } })),
  };
}

test.each(foreign)(
  '%s request %# of another interface holds no thread',
  async (method, path, body) => {
    const text = body === undefined ? null : JSON.stringify(body);
    const { held, took } = await least(
      () => measure(method, path, text),
      (status) => expect(status).not.toBe(500),
    );
    expect(held, 'ms that the main thread stood still').toBeLessThan(mainMs);
    expect(took, 'ms until the answer').toBeLessThan(readMs);
  },
);
