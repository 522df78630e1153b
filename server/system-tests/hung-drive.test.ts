import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { startScan } from '../../shared/api/scans.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-hung-'));
const hung = join(root, 'hung');
let octavo: TestServer;
const ids = new Map<string, string>();

const scan = async (id: string) => {
  await octavo.api.call(startScan, { params: { id } }).catch(() => null);
  await octavo.idle();
  const { data } = await octavo.api.call(listBooks, { query: { pageSize: 100 } });
  for (const book of data) ids.set(book.filename, book.id);
};
const idOf = (name: string): string => ids.get(name) ?? `no book ${name}`;

beforeAll(async () => {
  octavo = await startTestServer();
  const folder = join(hung, 'Folder book');
  mkdirSync(folder, { recursive: true });
  for (const name of ['1.png', '2.png']) writeFileSync(join(folder, name), pngPage(20, 30));
  writeCbz(join(hung, 'Saga', 'Pipe.cbz'), 3);
  writeCbz(join(hung, 'Saga', 'Swapped.cbz'), 3);
  writeCbz(join(root, 'good', 'Bone', 'Bone.cbz'), 3);
  symlinkSync(join(octavo.dataDir, 'octavo.db'), join(hung, 'Saga', 'Secrets.epub'));
  symlinkSync('/etc/passwd', join(hung, 'Saga', 'Passwords.cbz'));
  for (const name of ['hung', 'good']) {
    const { id } = await octavo.api.call(createLibrary, {
      body: { name, path: join(root, name) },
    });
    await scan(id);
  }
}, 60_000);
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const replaceByPipe = (path: string) => {
  renameSync(path, `${path}.kept`);
  execFileSync('mkfifo', [path]);
};

test.skipIf(process.platform === 'win32')(
  'files that never answer are refused at once, and nothing else waits for them',
  async () => {
    const page = join(hung, 'Folder book', '1.png');
    const archive = join(hung, 'Saga', 'Pipe.cbz');
    replaceByPipe(page);
    replaceByPipe(archive);
    const get = (path: string) =>
      octavo.request(path, { signal: AbortSignal.timeout(4000) }).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      });
    const asked = Array.from({ length: 12 }, (_, index) =>
      get(`/books/${idOf(index % 2 ? 'Pipe.cbz' : 'Folder book')}/pages/1`),
    );
    asked.push(get(`/books/${idOf('Pipe.cbz')}/file`));
    expect(await get(`/books/${idOf('Bone.cbz')}/pages/2`)).toBe(200);
    expect(await get(`/books/${idOf('Bone.cbz')}/file`)).toBe(200);
    expect(await get(`/books/${idOf('Folder book')}/pages/2`)).toBe(200);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([422]));

    rmSync(page);
    renameSync(`${page}.kept`, page);
    expect(await get(`/books/${idOf('Folder book')}/pages/1`)).toBe(200);
  },
);

test.skipIf(process.platform === 'win32').each(['Secrets.epub', 'Passwords.cbz'])(
  'a link to what is no book is no way to read it: %s',
  async (name) => {
    const response = await octavo.request(`/books/${idOf(name)}/file`);
    expect(response.status).toBe(422);
    expect(await response.text()).not.toMatch(/SQLite format|root:/);
  },
);

/** Replaces a file with a link while `ask` runs. */
const whileLinked = async <Result>(path: string, target: string, ask: () => Promise<Result>) => {
  renameSync(path, `${path}.kept`);
  symlinkSync(target, path);
  try {
    return await ask();
  } finally {
    rmSync(path);
    renameSync(`${path}.kept`, path);
  }
};

test.skipIf(process.platform === 'win32').each([
  ['Saga/Swapped.cbz', '/file', 'Swapped.cbz'],
  ['Saga/Swapped.cbz', '/pages/1', 'Swapped.cbz'],
  ['Folder book/2.png', '/file', 'Folder book'],
  ['Folder book/2.png', '/pages/2', 'Folder book'],
])('a link in the place of %s after the scan gives nothing away: %s', async (...given) => {
  const [place, endpoint, name] = given;
  const secrets = [join(octavo.dataDir, 'octavo.db'), join(root, 'secret.txt'), '/etc/passwd'];
  writeFileSync(join(root, 'secret.txt'), 'root:secret\n'.repeat(40));
  for (const target of secrets) {
    const response = await whileLinked(join(hung, place), target, async () => {
      const asked = await octavo.request(`/books/${idOf(name)}${endpoint}`);
      return { status: asked.status, text: await asked.text() };
    });
    expect(response.text).not.toMatch(/SQLite format|root:/);
    expect(response.status).toBe(422);
  }
  const asked = await octavo.request(`/books/${idOf(name)}${endpoint}`);
  expect(asked.status).toBe(200);
});

test.skipIf(process.platform === 'win32')(
  'links to books and to images are read as ever',
  async () => {
    for (const [place, name, target] of [
      ['Saga/Swapped.cbz', 'Swapped.cbz', join(root, 'good/Bone/Bone.cbz')],
      ['Folder book/2.png', 'Folder book', join(hung, 'Folder book/1.png')],
    ] as const) {
      const status = await whileLinked(join(hung, place), target, async () => {
        const asked = await octavo.request(`/books/${idOf(name)}/file`);
        await asked.arrayBuffer();
        return asked.status;
      });
      expect(status).toBe(200);
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'more reads may hang than Node has threads of its own',
  async () => {
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const code = `
      await import(${JSON.stringify(join(import.meta.dirname, '../config/thread-pool.ts'))});
      const { open, stat } = await import('node:fs/promises');
      for (let count = 0; count < 12; count += 1) void open(${JSON.stringify(pipe)}, 'r');
      await stat('.');
      console.log('answered');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
    const said = await new Promise((resolve) => {
      const timer = setTimeout(resolve, 8000, 'nothing');
      child.stdout.once('data', (text: Buffer) => {
        clearTimeout(timer);
        resolve(text.toString().trim());
      });
    });
    child.kill('SIGKILL');
    expect(said).toBe('answered');
  },
);
