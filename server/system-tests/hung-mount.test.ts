import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Book } from '../../shared/api/book-record.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createLibrary, getLibrary } from '../../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { initializeSetup } from '../../shared/api/setup.ts';
import { createClient, type Client } from '../../shared/client.ts';
import { mountHanging, noMountReason, type HangingMount } from '../testing/hanging-mount.ts';
import { serve } from '../testing/serve.ts';
import { admin } from '../testing/server.ts';
import { untilIdle } from '../testing/idle.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';
import { needs } from '../testing/needs.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-mount-'));
const source = join(root, 'source');
const nas = join(root, 'nas');
const disk = join(root, 'disk');

/** Accepted latency on a busy machine, ms. */
const floorMs = 500;
const awayMs = 10_000;

let mount: HangingMount;
let octavo: ReturnType<typeof serve>;
let url: string;
let token: string;
let api: Client;
const libraries: Record<string, string> = {};
let books: Record<string, Book> = {};

const readBooks = async () => {
  const { data } = await api.call(listBooks, { query: { pageSize: 500 } });
  books = Object.fromEntries(data.map((book) => [book.filename, book]));
};
const idOf = (name: string): string => books[name]?.id ?? `no book ${name}`;
const scan = (name: string) => api.call(startScan, { params: { id: libraries[name] ?? '' } });
const availability = async (name: string) =>
  (await api.call(getLibrary, { params: { id: libraries[name] ?? '' } })).available;

/** Sends a request as the admin and measures its time. */
const ask = async (path: string, init: RequestInit = {}, limitMs = 30_000) => {
  const begun = performance.now();
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(limitMs),
  });
  const body = await response.text();
  return {
    status: response.status,
    took: performance.now() - begun,
    headers: response.headers,
    body,
  };
};

/** Requests of other users to other libraries. */
const others: Record<string, () => Promise<{ status: number; took: number }>> = {
  'the web app': () => ask('/'),
  health: () => ask('/api/v1/health'),
  'a sign-in': () =>
    ask('/api/v1/auth/login', {
      method: 'POST',
      body: JSON.stringify({ username: admin.username, password: admin.password }),
    }),
  'a list of books': () => ask(`/api/v1/books?library_id=${libraries['disk']}`),
  libraries: () => ask('/api/v1/libraries'),
  'a page': () => ask(`/api/v1/books/${idOf('Bone 1.cbz')}/pages/2`),
  'a page of a folder': () => ask(`/api/v1/books/${idOf('Loose')}/pages/1`),
  'a page that is resized': () =>
    ask(`/api/v1/books/${idOf('Bone 2.cbz')}/pages/1?width=${20 + (width += 1)}`),
  'a cover': () => ask(`/api/v1/books/${idOf('Bone 3.cbz')}/thumbnail`),
  'a download': () => ask(`/api/v1/books/${idOf('Bone 4.cbz')}/file`),
  'a download of a folder': () => ask(`/api/v1/books/${idOf('Loose')}/file`),
  'the folder chooser': () => ask(`/api/v1/filesystem/browse?path=${encodeURIComponent(disk)}`),
};
let width = 0;

const middle = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
const measure = async (name: string, count = 5) => {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const { status, took } = (await others[name]?.()) ?? { status: 0, took: 0 };
    // Without a build there is no web app, but the same code path.
    expect([200, name === 'the web app' ? 404 : 200], name).toContain(status);
    times.push(took);
  }
  return middle(times);
};

const idleTimes: Record<string, number> = {};

const canMount = noMountReason === null;

beforeAll(async () => {
  if (!canMount) return;
  mount = await mountHanging(source, nas);
  for (let number = 1; number <= 40; number += 1) {
    writeCbz(join(source, `Saga ${number % 4}`, `Saga ${number}.cbz`), 3);
  }
  const huge = Buffer.alloc(30_000_000, 7);
  writeCbz(join(source, 'Huge', 'Huge.cbz'), [
    { name: '1.png', data: pngPage(20, 30) },
    { name: '2.png', data: Buffer.concat([pngPage(21, 30), huge]) },
  ]);
  for (let number = 1; number <= 6; number += 1) {
    writeCbz(join(disk, 'Bone', `Bone ${number}.cbz`), 3);
  }
  for (const folder of [join(disk, 'Loose'), join(source, 'Loose on nas')]) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['1.png', '2.png']) writeFileSync(join(folder, name), pngPage(20, 31));
  }
  octavo = serve(join(root, 'data'), { env: { ...process.env, UV_THREADPOOL_SIZE: undefined } });
  url = await octavo.url;
  api = createClient({
    baseUrl: url,
    fetch,
    headers: (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {}),
  });
  token = (await api.call(initializeSetup, { body: admin })).access_token;
  for (const [name, path] of Object.entries({ disk, nas })) {
    const { id } = await api.call(createLibrary, { body: { name, path } });
    libraries[name] = id;
  }
  for (const name of ['disk', 'nas']) {
    await scan(name);
    await sleep(5500);
    await untilIdle(api);
  }
  await readBooks();
  for (const name of Object.keys(others)) {
    await others[name]?.();
    idleTimes[name] = await measure(name);
  }
}, 120_000);

afterAll(async () => {
  if (canMount) {
    await mount.unmount();
    octavo.child.kill('SIGKILL');
    await octavo.ended;
  }
  rmSync(root, { recursive: true, force: true });
});

const expectOthersServed = async () => {
  const late: string[] = [];
  for (const name of Object.keys(others)) {
    const bound = Math.max(floorMs, 2 * (idleTimes[name] ?? 0));
    const took = await measure(name, 3);
    if (took > bound) late.push(`${name}: ${Math.round(took)} ms`);
  }
  expect(late).toEqual([]);
};

test.skipIf(!canMount)(
  'a drive that hangs stops only itself, is shown as away, and comes back by itself',
  { ...needs(noMountReason ?? 'nothing'), timeout: 180_000 },
  async () => {
    // New books, so that the scan is reading the drive when it hangs.
    for (let number = 1; number <= 300; number += 1) {
      writeCbz(join(source, 'New', `New ${number}.cbz`), 2);
    }
    const download = fetch(`${url}/api/v1/books/${idOf('Huge.cbz')}/file`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = (await download).body?.getReader();
    await reader?.read();
    await scan('nas');
    await vi.waitFor(
      async () => {
        const { files_processed } = await api.call(getScanStatus, {
          params: { id: libraries['nas'] ?? '' },
        });
        expect(files_processed).toBeGreaterThan(5);
      },
      { timeout: 20_000, interval: 10 },
    );
    mount.hang();
    const hungAt = performance.now();

    // All kinds of requests that access the drive, more than there are threads.
    const asked = [
      ...Array.from(
        { length: 40 },
        (_, index) => `/books/${idOf(`Saga ${1 + index}.cbz`)}/pages/1`,
      ),
      ...Array.from(
        { length: 20 },
        (_, index) => `/books/${idOf(`Saga ${1 + index}.cbz`)}/pages/2?width=${30 + index}`,
      ),
      ...Array.from({ length: 20 }, (_, index) => `/books/${idOf(`Saga ${1 + index}.cbz`)}/file`),
      ...Array.from(
        { length: 40 },
        (_, index) =>
          `/filesystem/browse?path=${encodeURIComponent(join(nas, `Saga ${index % 4}`, String(index)))}`,
      ),
      `/books/${idOf('Loose on nas')}/file`,
      `/books/${idOf('Loose on nas')}/pages/1`,
      `/filesystem/browse?path=${encodeURIComponent(root)}`,
    ].map((path) => ask(`/api/v1${path}`));
    // Browses a parent folder.
    await expectOthersServed();
    await vi.waitFor(async () => expect(await availability('nas')).toBe(false), {
      timeout: awayMs - (performance.now() - hungAt),
      interval: 100,
    });
    expect(performance.now() - hungAt).toBeLessThan(awayMs);
    await expectOthersServed();

    for (const { status, headers, body, took } of await Promise.all(asked)) {
      if (status === 200) continue;
      expect([status, body]).toEqual([503, expect.stringMatching(/does not respond/)]);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(took).toBeLessThan(awayMs + 6 * floorMs);
    }

    // Scans of other libraries are not affected.
    writeCbz(join(disk, 'Bone', 'Bone 7.cbz'), 3);
    await vi.waitFor(() => scan('disk'), { timeout: 10_000 });
    await vi.waitFor(
      async () => {
        await readBooks();
        expect(books['Bone 7.cbz']).toBeDefined();
      },
      { timeout: 15_000, interval: 100 },
    );

    // A download in progress is aborted.
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'whole';
    };
    await expect(Promise.race([rest(), sleep(15_000, 'hangs')])).rejects.toThrow();

    const page = await ask(`/api/v1/books/${idOf('Saga 1.cbz')}/pages/1`);
    expect(page).toMatchObject({
      status: 503,
      body: expect.stringMatching(/does not respond/) as string,
    });

    mount.answer();
    await vi.waitFor(async () => expect(await availability('nas')).toBe(true), {
      timeout: 15_000,
      interval: 100,
    });
    expect((await ask(`/api/v1/books/${idOf('Saga 1.cbz')}/pages/1`)).status).toBe(200);
    await vi.waitFor(
      async () => {
        const { data, total } = await api.call(listBooks, {
          query: { library_id: libraries['nas'], pageSize: 1 },
        });
        expect(data).toHaveLength(1);
        expect(total).toBe(342);
      },
      { timeout: 40_000, interval: 200 },
    );
    await untilIdle(api);
    await expectOthersServed();
  },
);

test.skipIf(!canMount)(
  'the server ends on request while a drive hangs',
  { ...needs(noMountReason ?? 'nothing'), timeout: 60_000 },
  async () => {
    mount.hang();
    const asked = Array.from({ length: 6 }, (_, index) =>
      ask(`/api/v1/books/${idOf(`Saga ${1 + index}.cbz`)}/pages/1`).catch(() => null),
    );
    await sleep(500);
    octavo.child.kill('SIGTERM');
    expect(await Promise.race([octavo.ended, sleep(20_000, 'hangs')])).not.toBe('hangs');
    await Promise.all(asked);
    mount.answer();
    octavo = serve(join(root, 'data'));
    url = await octavo.url;
    expect((await ask('/api/v1/health')).status).toBe(200);
  },
);
