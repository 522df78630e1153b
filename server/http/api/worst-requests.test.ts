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
const measure = async (method: string, path: string, body: string | null) => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // The first tick of the histogram only starts the measurement.
  await sleep(12);
  const begun = performance.now();
  const response = await fetch(`${octavo.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(30_000),
  });
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

const asked = endpoints
  // Signing out would end the session of this test.
  .filter(({ id }) => id !== 'logout')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

test.each(asked)(
  '%s holds no thread, whatever a reader sends',
  async (_, endpoint) => {
    for (const { kind, path, body } of worstRequests(endpoint, known)) {
      let held = Infinity;
      let took = Infinity;
      let status = 0;
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const measured = await measure(endpoint.method, path, body);
        status = measured.status;
        expect(status, kind).not.toBe(500);
        held = Math.min(held, measured.held);
        took = Math.min(took, measured.took);
        if (held < mainMs && took < readMs) break;
        const scale = slowness();
        held = Math.min(held, measured.held / scale);
        took = Math.min(took, measured.took / scale);
        if (held < mainMs && took < readMs) break;
      }
      expect(held, `${kind}: ms that the main thread stood still`).toBeLessThan(mainMs);
      expect(took, `${kind}: ms until the answer`).toBeLessThan(readMs);
      // A forbidden request is rejected before its body is read.
      if (status === 403) break;
    }
  },
  120_000,
);
