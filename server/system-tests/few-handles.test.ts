import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { LoginResponse } from '../../shared/api/auth.ts';
import type { Library } from '../../shared/api/libraries.ts';
import type { Task } from '../../shared/api/task-record.ts';
import type { Paginated } from '../../shared/endpoint.ts';
import { serve } from '../testing/serve.ts';
import { admin } from '../testing/server.ts';
import { writeCbz } from '../testing/zip.ts';

let dir: string;
let file: string;
let server: ReturnType<typeof serve>;
let url: string;
/** A connection opened before the handles run out. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let token = '';
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-handles-'));
  file = join(dir, 'books', 'A', 'A 1.cbz');
  writeCbz(file, 1);
  server = serve(join(dir, 'data'));
  url = await server.url;
});
afterAll(async () => {
  agent.destroy();
  server.child.kill();
  await server.ended;
  rmSync(dir, { recursive: true, force: true });
});

const send = <Body>(method: string, path: string, body?: object) =>
  new Promise<{ status: number | undefined; retryAfter: string | undefined; body: Body }>(
    (resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      request(`${url}${path}`, { method, agent, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({
            status: response.statusCode,
            retryAfter: response.headers['retry-after'],
            body: (response.headers['content-type']?.includes('json')
              ? JSON.parse(text)
              : null) as Body,
          });
        });
      })
        .on('error', reject)
        .end(body && JSON.stringify(body));
    },
  );

const handles = () => `/proc/${server.child.pid ?? 0}/fd`;

/** Paths of the server's open files. A handle can be closed during the listing. */
const openFiles = () =>
  readdirSync(handles()).flatMap((handle) => {
    try {
      return [readlinkSync(join(handles(), handle))];
    } catch {
      return [];
    }
  });

/** A limit that no further handle fits into, whichever ones are closed meanwhile. */
const standardStreams = 3;

const limitHandles = (limit: number) => {
  execFileSync('prlimit', ['--pid', String(server.child.pid), `--nofile=${limit}:`]);
};

test.runIf(process.platform === 'linux')(
  'without a handle left, requests are told so and a scan goes on by itself afterwards',
  async () => {
    const setup = await send<LoginResponse>('POST', '/api/v1/setup/initialize', admin);
    token = setup.body.access_token;
    const { body: library } = await send<Library>('POST', '/api/v1/libraries', {
      name: 'Books',
      path: join(dir, 'books'),
    });
    limitHandles(standardStreams);
    const looked = await send<Library>('GET', `/api/v1/libraries/${library.id}`);
    expect([looked.status, looked.body.available], 'its drive is not at fault').toEqual([
      200,
      true,
    ]);
    await send('POST', `/api/v1/libraries/${library.id}/scan`);
    const tasks = async () => (await send<Paginated<Task>>('GET', '/api/v1/tasks')).body.data;
    await expect.poll(async () => (await tasks()).map(({ status }) => status)).toContain('pending');
    limitHandles(4096);
    await expect
      .poll(async () => (await tasks()).filter((task) => task.task_type === 'scan_library'), {
        timeout: 20_000,
      })
      .toMatchObject([{ status: 'completed', error: null }]);
    const { body: books } = await send<Paginated<{ id: string }>>('GET', '/api/v1/books');
    expect(books.total).toBe(1);

    await expect.poll(openFiles, { timeout: 20_000 }).not.toContain(file);
    limitHandles(standardStreams);
    const page = `/api/v1/books/${books.data[0]?.id ?? ''}/pages/1`;
    const refused = await send<{ message: string }>('GET', page);
    expect([refused.status, refused.retryAfter]).toEqual([503, '5']);
    expect(refused.body.message).toContain(
      'as many files and connections open as its system allows',
    );
    limitHandles(4096);
    expect((await send('GET', page)).status).toBe(200);
  },
  30_000,
);
