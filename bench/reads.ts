import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { login } from '../shared/api/auth.ts';
import { endpoints } from '../shared/api/index.ts';
import { initializeSetup } from '../shared/api/setup.ts';
import { createClient } from '../shared/client.ts';
import { connect } from '../server/database/database.ts';
import { fillCatalogue, fillReaders } from './catalogue.ts';
import { figure, record } from './figures.ts';
import { ask, type LaunchRequest, startChild, timed } from './load.ts';
import { growth, percentile } from './statistics.ts';

const admin = { username: 'bench', password: 'correct horse battery', email: 'bench@example.com' };
const bounds = { count: 12, maxMs: 2000 };
const maxMs = 60;
const maxGrowth = 0.15;
const main = fileURLToPath(import.meta.resolve('../server/cli/main.ts'));

/** Endpoints that stream, export everything, or look at disks and the network. */
const left =
  /stream|export|events|\/file|thumbnail|cover|backups|filesystem|data-directory|openapi|metrics|sharing|pages/;

/** Requests of the screens beyond the lists' default order and the plain reads. */
const further = (series: string, library: string): { path: string; body?: unknown }[] => [
  { path: '/series?page=2000&pageSize=50' },
  { path: `/series?library_id=${library}&pageSize=50` },
  { path: `/books?library_id=${library}&pageSize=50&sort=created_at,desc` },
  { path: `/books?pageSize=50&sort=file_size,desc` },
  { path: `/series/${series}/books` },
  { path: '/series/list', body: { condition: { genre: { operator: 'is', value: 'Crime' } } } },
  { path: '/series/search', body: { query: 'falcon 77' } },
  {
    path: '/books/list',
    body: { condition: { title: { operator: 'contains', value: 'falcon' } } },
  },
  { path: '/books/list', body: { condition: { readStatus: { operator: 'is', value: 'UNREAD' } } } },
];

/** Times of a request after a write, and its processor time in the server (ms). */
interface Read {
  p95: number;
  cpu: number;
}

const run = async (books: number, kept: string | undefined): Promise<Map<string, Read>> => {
  const dir = kept ?? mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const [data, shelf] = [join(dir, 'data'), join(dir, 'shelf')];
  const path = join(data, 'octavo.db');
  for (const folder of [data, shelf]) mkdirSync(folder, { recursive: true });
  if (!existsSync(path)) fillCatalogue(path, books, shelf);
  const options = ['serve', '--data-dir', data, '--port', '0', '--log-level', 'error'];
  const server = await startChild([main, ...options]);
  const database = connect(path);
  try {
    const anonymous = createClient({ baseUrl: server.url, fetch });
    const isNew = database.prepare('SELECT 1 FROM users').get() === undefined;
    const { access_token: token } = await (isNew
      ? anonymous.call(initializeSetup, { body: admin })
      : anonymous.call(login, { body: admin }));
    if (isNew) fillReaders(path, Math.min(books, 100_000));
    const idOf = (table: string) =>
      database.prepare<[], string>(`SELECT id FROM ${table} ORDER BY pk LIMIT 1`).pluck().get() ??
      '';
    const ids: Record<string, string> = {
      '/series/': idOf('series'),
      '/books/': idOf('books'),
      '/libraries/': idOf('libraries'),
    };
    const plain = endpoints
      .filter(({ method, path: route }) => method === 'GET' && !left.test(route))
      .map(({ path: route }) =>
        route.replace(/(\/\w+\/)\{id\}/, (_, room: string) => room + (ids[room] ?? '{id}')),
      )
      .filter((route) => !route.includes('{'))
      .map((route) => ({ path: route, body: undefined }));
    const cases = [...plain, ...further(ids['/series/'] ?? '', ids['/libraries/'] ?? '')];
    // SQLite writes nothing where nothing changes.
    const touch = database.prepare("UPDATE libraries SET updated_at = updated_at || ' '");
    const found = new Map<string, Read>();
    for (const { path: route, body } of cases) {
      const url = `${server.url}/api/v1${route}`;
      const request: LaunchRequest = body === undefined ? { url, token } : { url, token, body };
      const times = await timed(() => ask(request), { count: 2, maxMs: 1000 }).catch(() => null);
      if (times === null) continue;
      // After a write nothing is remembered.
      const { cpuMs: before } = await server.probe();
      const cold = await timed(
        () => ask(request),
        bounds,
        () => touch.run(),
      );
      const name = route.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '{id}');
      found.set(body === undefined ? name : `${name} ${JSON.stringify(body)}`, {
        p95: percentile(cold, 0.95),
        cpu: ((await server.probe()).cpuMs - before) / cold.length,
      });
    }
    return found;
  } finally {
    database.close();
    await server.stop();
    if (kept === undefined) rmSync(dir, { recursive: true, force: true });
  }
};

/**
 * All reads of the API over a catalogue of this size and over a hundredth of it, each after a write
 * to the database: processor time, p95 and growth, the slowest first. `OCTAVO_BENCH_DATA` names a folder that keeps
 * the catalogues, because a million books take minutes to write.
 */
export const benchReads = async (books = 1_000_000): Promise<void> => {
  const kept = process.env['OCTAVO_BENCH_DATA'];
  const folder = (size: number) => (kept === undefined ? undefined : join(kept, String(size)));
  const few = Math.ceil(books / 100);
  const small = await run(few, folder(few));
  const large = await run(books, folder(books));
  console.log(
    `${books} books against ${few}, Node ${process.version}; p50, p95 in ms, growth of p50`,
  );
  for (const [name, { p95, cpu }] of [...large].sort(([, a], [, b]) => b.cpu - a.cpu)) {
    const exponent = growth(small.get(name)?.cpu ?? NaN, cpu, 100);
    const isLate = p95 > maxMs || (exponent > maxGrowth && cpu > 1);
    console.log(
      `${cpu.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}${exponent.toFixed(2).padStart(7)}${isLate ? ' !' : '  '} ${name}`,
    );
    record(figure(`${name}, p95`, p95, 'ms', `≤ ${maxMs}`));
  }
};
