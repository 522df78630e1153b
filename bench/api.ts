import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { createLibrary } from '../shared/api/libraries.ts';
import { getScanStatus } from '../shared/api/scans.ts';
import { initializeSetup } from '../shared/api/setup.ts';
import { createClient } from '../shared/client.ts';
import { apiCases, type Case } from './api-cases.ts';
import { fillCatalogue, fillReaders } from './catalogue.ts';
import { figure, record, recordGrowth } from './figures.ts';
import { generateLibrary } from './generate.ts';
import { type LaunchRequest, ask, startChild, timed, together } from './load.ts';
import { growth, median, percentile } from './statistics.ts';

const admin = { username: 'bench', password: 'correct horse battery', email: 'bench@example.com' };
const bounds = { count: 400, maxMs: 400 };
/** Until the code is compiled and the database pages are cached. */
const warming = { count: 400, maxMs: 300 };
const scannedBooks = 500;
/** Keeps the whole run below 90 s even on a slow machine. */
const scanMs = 15_000;

interface Measured {
  name: string;
  target: string;
  /** Median of sequential requests (ms), each after a write to the database. */
  afterWrite: number;
  /**
   * Median of sequential requests (ms): this server, bare `node:http`, the store alone, and the
   * baseline queries (NaN without a target).
   */
  api: number;
  bare: number;
  direct: number;
  plain: number;
  /** With 16 concurrent requests. */
  p95: number;
  perSecond: number;
  barePerSecond: number;
}

const main = fileURLToPath(import.meta.resolve('../server/cli/main.ts'));
const bareServer = fileURLToPath(import.meta.resolve('./baseline-server.ts'));

const measure = async (
  { name, target, direct, plain }: Case,
  request: LaunchRequest,
  bareUrl: string,
  write: () => void,
): Promise<Measured> => {
  const over = () => ask(request);
  const overBare = () => ask({ ...request, url: bareUrl });
  const works = [over, overBare, direct, ...(plain ? [plain] : [])];
  for (const work of works) await timed(work, warming);
  const api = median(await timed(over, bounds));
  const bare = median(await timed(overBare, bounds));
  const afterWrite = median(await timed(over, bounds, write));
  const base = median(await timed(direct, bounds, write));
  const rows = plain ? median(await timed(plain, bounds)) : NaN;
  const { times, perSecond } = await together(over, bounds);
  const { perSecond: barePerSecond } = await together(overBare, bounds);
  const p95 = percentile(times, 0.95);
  return {
    name,
    target,
    api,
    afterWrite,
    bare,
    direct: base,
    plain: rows,
    p95,
    perSecond,
    barePerSecond,
  };
};

interface Run {
  measured: Measured[];
  /** 95th percentile of the list (ms), idle and during a library scan. */
  listP95: { idle: number; scanning: number; scanSeconds: number } | null;
}

/** Runs all cases over a catalogue of this size; `scan` also measures the list during a scan. */
const run = async (dir: string, books: number, scan: boolean): Promise<Run> => {
  const [data, shelf, bodies] = ['data', 'shelf', 'bodies'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [data, shelf, bodies]) mkdirSync(folder, { recursive: true });
  const databasePath = join(data, 'octavo.db');
  const bookId = fillCatalogue(databasePath, books, shelf);
  const options = ['serve', '--data-dir', data, '--port', '0', '--log-level', 'error'];
  const server = await startChild([main, ...options]);
  const stops: (() => unknown)[] = [() => server.stop()];
  try {
    const anonymous = createClient({ baseUrl: server.url, fetch });
    const { access_token: token } = await anonymous.call(initializeSetup, { body: admin });
    fillReaders(databasePath, books);
    const { cases, write, close } = apiCases(databasePath, bookId);
    stops.push(close);
    const requests = cases.map(({ path, body }): LaunchRequest => {
      const url = `${server.url}/api/v1${path}`;
      return body === undefined ? { url, token } : { url, token, body };
    });
    for (const [index, endpoint] of requests.entries()) {
      writeFileSync(join(bodies, String(index)), await ask(endpoint));
    }
    const bare = await startChild([bareServer, bodies]);
    stops.push(() => bare.stop());
    const measured: Measured[] = [];
    for (const [index, endpoint] of cases.entries()) {
      const request = requests[index] ?? { url: '' };
      measured.push(await measure(endpoint, request, `${bare.url}/${index}`, write));
    }
    const [list] = requests;
    if (!scan || !list) return { measured, listP95: null };
    const api = createClient({
      baseUrl: server.url,
      fetch,
      headers: () => ({ authorization: `Bearer ${token}` }),
    });
    const path = join(dir, 'generated');
    generateLibrary(path, scannedBooks);
    const idle = percentile(await timed(() => ask(list), bounds), 0.95);
    const body = { name: 'Generated', path, scan_immediately: true };
    const start = performance.now();
    const { id } = await api.call(createLibrary, { body });
    const times: number[] = [];
    const isScanning = async () =>
      ['pending', 'running'].includes((await api.call(getScanStatus, { params: { id } })).status);
    do times.push(...(await timed(() => ask(list), { count: 40, maxMs: 500 })));
    while (performance.now() - start < scanMs && (await isScanning()));
    const scanSeconds = (performance.now() - start) / 1000;
    return { measured, listP95: { idle, scanning: percentile(times, 0.95), scanSeconds } };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
};

const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2)).padStart(8);
const ratio = (value: number) => (Number.isNaN(value) ? '–' : `${value.toFixed(2)} ×`).padStart(9);

/**
 * Measures the API over a catalogue of this size and over a tenth of it, against a bare `node:http`
 * server that sends the same bytes, the store call, and the baseline queries. Only ratios are
 * meaningful. Figures under "written" are of requests after a write to the database, which find
 * nothing remembered.
 */
export const benchApi = async (books = 100_000): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  try {
    const start = performance.now();
    console.log(`${books} books, 5 users, Node ${process.version}; p50 in ms, one by one`);
    const small = await run(join(dir, 'tenth'), Math.ceil(books / 10), false);
    const { measured, listP95 } = await run(join(dir, 'whole'), books, true);
    console.log(
      `${''.padEnd(34)}  Octavo written    bare   store   plain   / bare written  / store  / plain  16: p95 ms  a second  of bare  growth written  target (/ plain)`,
    );
    for (const [index, measurement] of measured.entries()) {
      const tenth = small.measured[index];
      const exponents = [
        growth(tenth?.api ?? NaN, measurement.api),
        growth(tenth?.afterWrite ?? NaN, measurement.afterWrite),
      ];
      // After a write nothing is remembered, so that this is what the database takes.
      recordGrowth(
        { name: measurement.name, books: Math.ceil(books / 10), ms: tenth?.afterWrite ?? NaN },
        { name: measurement.name, books, ms: measurement.afterWrite },
      );
      record(
        figure(`${measurement.name} / bare, one by one`, measurement.api / measurement.bare, '×'),
        figure(
          `${measurement.name} / bare, after a write`,
          measurement.afterWrite / measurement.bare,
          '×',
        ),
        figure(
          `${measurement.name} / bare, 16 at a time`,
          measurement.barePerSecond / measurement.perSecond,
          '×',
        ),
      );
      console.log(
        measurement.name.padEnd(32) +
          [
            ms(measurement.api),
            ms(measurement.afterWrite),
            ms(measurement.bare),
            ms(measurement.direct),
            ms(measurement.plain),
          ].join('') +
          [
            measurement.api / measurement.bare,
            measurement.afterWrite / measurement.bare,
            measurement.afterWrite / measurement.direct,
            measurement.afterWrite / measurement.plain,
          ]
            .map(ratio)
            .join('') +
          ms(measurement.p95).padStart(12) +
          measurement.perSecond.toFixed(0).padStart(10) +
          ratio(measurement.perSecond / measurement.barePerSecond) +
          exponents.map((exponent) => exponent.toFixed(2).padStart(8)).join('') +
          `  ${measurement.target}`,
      );
    }
    if (listP95) {
      const { idle, scanning, scanSeconds } = listP95;
      console.log(
        `p95 of GET series beside a scan of ${scannedBooks} books (${scanSeconds.toFixed(1)} s): ` +
          `${scanning.toFixed(2)} ms, idle ${idle.toFixed(2)} ms, ratio ${(scanning / idle).toFixed(2)}, target ≤ 2`,
      );
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`took ${seconds} s; repeat: npm run bench -- api ${books}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
