import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { login } from '../../../shared/api/auth.ts';
import { createImport, getImport, runImport, undoImport } from '../../../shared/api/imports.ts';
import { cancelTask } from '../../../shared/api/tasks.ts';
import { type Client, createClient } from '../../../shared/client.ts';
import { closeDatabase, connect } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { untilIdle } from '../../testing/idle.ts';
import { seedBook, seedLibrary, seedProgress, seedSeries } from '../../testing/seed.ts';
import { serve } from '../../testing/serve.ts';
import { admin, startTestServer } from '../../testing/server.ts';

const books = 1500;

let dir: string;
let dataDir: string;
let csv: string;
let database: Database;
let server: { api: Client; kill: () => Promise<unknown> };

const start = async () => {
  const { child, url, ended } = serve(dataDir);
  const anonymous = createClient({ baseUrl: await url, fetch });
  const { access_token } = await anonymous.call(login, { body: admin });
  const api = createClient({
    baseUrl: await url,
    fetch,
    headers: () => ({ authorization: `Bearer ${access_token}` }),
  });
  server = {
    api,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
};

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-undo-'));
  const first = await startTestServer();
  dataDir = first.dataDir;
  await first.server.stop();
  database = connect(join(dataDir, 'octavo.db'));
  csv = join(dir, 'read.csv');
  const lines = database.transaction(() => {
    const reader = database
      .prepare<[], { pk: number; id: string }>('SELECT pk, id FROM users')
      .get();
    const library = seedLibrary(database, { path: join(dir, 'books') });
    const series = seedSeries(database, library);
    return Array.from({ length: books }, (_, index) => {
      const book = seedBook(database, series, { number: index + 1 });
      // Every tenth has an older place here already.
      if (index % 10 === 0 && reader)
        seedProgress(database, reader, book, { page: 2, at: '2001-01-01T00:00:00.000Z' });
      return `${join(dir, 'books', 'Saga', `Book ${index + 1}.cbz`)},${admin.username},5,10,2020-02-03,8`;
    });
  })();
  writeFileSync(csv, ['path,person,page,pages,read_at,rating', ...lines].join('\n'));
  await start();
}, 60_000);
afterAll(async () => {
  await server.kill();
  closeDatabase(database);
  for (const folder of [dir, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const contents = () =>
  ['progress', 'reading_places', 'reading_history', 'ratings'].map((table) =>
    database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all(),
  );
const changes = () =>
  database.prepare<[], number>('SELECT count(*) FROM import_changes').pluck().get() ?? 0;
const status = async (id: string) => server.api.call(getImport, { params: { id } });
const undo = (id: string) => server.api.call(undoImport, { params: { id } });
/** Resolves when a part of the changes is undone. */
const untilPart = async (all: number) => {
  while (changes() > all * 0.8) await sleep(1);
  expect(changes()).toBeGreaterThan(0);
};

test('an undo that is cancelled, or whose server is killed, can be completed', async () => {
  const before = contents();
  const { id } = await server.api.call(createImport, { body: { source: 'csv', path: csv } });
  await untilIdle(server.api);
  await server.api.call(runImport, { params: { id }, body: {} });
  await untilIdle(server.api);
  expect(await status(id)).toMatchObject({ status: 'imported' });
  const all = changes();
  expect(all).toBeGreaterThan(2 * books);

  const { task_id } = await undo(id);
  await untilPart(all);
  await server.api.call(cancelTask, { params: { id: task_id } });
  const left = changes();
  expect(left).toBeGreaterThan(0);
  expect(await status(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('can be repeated or undone') as string,
  });

  await undo(id);
  await untilPart(left);
  await server.kill();
  expect(changes()).toBeGreaterThan(0);
  await start();
  await untilIdle(server.api);
  expect(await status(id)).toMatchObject({ status: 'undone', error: null });
  expect(changes()).toBe(0);
  expect(contents()).toEqual(before);
}, 60_000);
