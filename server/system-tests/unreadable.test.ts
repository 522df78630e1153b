import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import { browseFilesystem } from '../../shared/api/filesystem.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import type { ScanMode } from '../../shared/api/scan-record.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { initializeSetup } from '../../shared/api/setup.ts';
import { login } from '../../shared/api/auth.ts';
import { createClient } from '../../shared/client.ts';
import { checkedFetch } from '../testing/checked-fetch.ts';
import { serve } from '../testing/serve.ts';
import { admin } from '../testing/server.ts';
import { writeCbz } from '../testing/zip.ts';

// Root can read everything, so the server runs as nobody, which only root can set up; other users
// run it directly.
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const isPosix = process.platform !== 'win32';

const home = mkdtempSync(join(tmpdir(), 'octavo-unreadable-'));
const root = join(home, 'library');
const pathOf = (...path: string[]) => join(root, ...path);

const give = (path: string, mode: number) => {
  if (isRoot) chownSync(path, nobody, nobody);
  chmodSync(path, mode);
};
const folder = (path: string, mode = 0o755): string => {
  mkdirSync(path, { recursive: true });
  give(path, mode);
  return path;
};
const start = (dataDir: string) =>
  serve(dataDir, {
    ...(isRoot && { uid: nobody, gid: nobody }),
    cwd: '/',
    env: { ...process.env, HOME: home, NODE_COMPILE_CACHE: '' },
  });

const children: ReturnType<typeof start>[] = [];
afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill();
    await ended;
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
give(home, 0o755);
folder(root);

/** A server run by that user, with the library scanned. */
const signedIn = async (dataDir: string) => {
  const server = start(dataDir);
  children.push(server);
  const baseUrl = await server.url;
  const visitor = createClient({ baseUrl, fetch: checkedFetch });
  await visitor.call(initializeSetup, { body: admin });
  const { access_token } = await visitor.call(login, {
    body: { username: admin.username, password: admin.password },
  });
  const headers = { authorization: `Bearer ${access_token}` };
  return {
    url: baseUrl,
    headers,
    api: createClient({ baseUrl, fetch: checkedFetch, headers: () => headers }),
  };
};

const hidden = [
  ['a folder that is closed', 'Closed', 0o000],
  ['a folder that may be entered but not listed', 'Unlisted', 0o311],
  ['a folder that may be listed but not entered', 'Locked', 0o444],
] as const;

describe.runIf(isPosix)('what the user of the server does not have permission to read', () => {
  test('is in the report of the scan, and nothing of it is missing', async () => {
    for (const [, name] of hidden) writeCbz(pathOf(name, `${name} 1.cbz`), 2);
    writeCbz(pathOf('File', 'File 1.cbz'), 3);
    writeCbz(pathOf('Open', 'Open 1.cbz'), 4);
    for (const name of ['Closed', 'Unlisted', 'Locked', 'File', 'Open']) folder(pathOf(name));
    const { api, url, headers } = await signedIn(folder(join(home, 'data'), 0o700));
    const { id } = await api.call(createLibrary, { body: { name: 'Books', path: root } });
    const scan = async (mode: ScanMode = 'normal') => {
      await api.call(startScan, { params: { id }, query: { mode } });
      return vi.waitFor(
        async () => {
          const found = await api.call(getScanStatus, { params: { id } });
          expect(found.status).toBe('completed');
          return found;
        },
        { timeout: 20_000, interval: 50 },
      );
    };
    const names = async () =>
      (await api.call(listBooks)).data.map(({ filename }) => filename).sort();
    expect(await scan()).toMatchObject({ error_count: 0 });
    const all = await names();
    expect(all).toHaveLength(5);

    for (const [, name, mode] of hidden) chmodSync(pathOf(name), mode);
    give(pathOf('File', 'File 1.cbz'), 0o000);
    for (const mode of ['normal', 'deep'] as const) {
      const { errors, books_removed } = await scan(mode);
      expect(books_removed).toBe(0);
      for (const [, name] of hidden) {
        const told = errors.find(({ path }) => path.includes(name));
        expect([name, told?.message]).toEqual([
          name,
          'Octavo does not have permission to read it. Give its user account read access.',
        ]);
      }
      expect(await names()).toEqual(all);
    }
    const pageOf = async (name: string) => {
      const book = (await api.call(listBooks)).data.find(({ filename }) => filename === name);
      const response = await fetch(`${url}/api/v1/books/${book?.id ?? ''}/pages/1`, { headers });
      return [response.status, response.status === 200 ? '' : await response.text()];
    };
    expect(await pageOf('Open 1.cbz')).toEqual([200, '']);
    const [status, sentence] = await pageOf('File 1.cbz');
    expect([status, sentence]).toEqual([
      422,
      expect.stringContaining('does not have permission to read'),
    ]);

    const listing = await api.call(browseFilesystem, { query: { path: root } });
    const readable = Object.fromEntries(
      listing.entries.map(({ name, is_readable }) => [name, is_readable]),
    );
    expect(readable).toMatchObject({ Open: true, Closed: false, Unlisted: false });
    await expect(api.call(browseFilesystem, { query: { path: pathOf('Closed') } })).rejects.toThrow(
      /permission|right|may not/,
    );

    for (const [, name] of hidden) chmodSync(pathOf(name), 0o755);
    give(pathOf('File', 'File 1.cbz'), 0o644);
    expect(await scan()).toMatchObject({ error_count: 0, books_removed: 0 });
    for (const name of all) expect(await pageOf(name)).toEqual([200, '']);
  }, 90_000);

  test('is refused with a sentence by every field that takes a path', async () => {
    const closed = folder(pathOf('Refused', 'Closed'));
    writeCbz(join(closed, 'Book 1.cbz'), 2);
    const { api, url, headers } = await signedIn(folder(join(home, 'data-fields'), 0o700));
    const { id } = await api.call(createLibrary, {
      body: { name: 'Books', path: folder(pathOf('Accepted')), scan_immediately: false },
    });
    chmodSync(closed, 0o000);
    const send = async (method: string, path: string, body: object) => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { message?: string }).message];
    };
    const isUnreadable: unknown = expect.stringContaining(
      `"${closed}" cannot be read: Octavo does not have permission. Give its user`,
    );
    const library = { name: 'Closed', path: closed };
    expect(await send('POST', '/libraries', library)).toEqual([400, isUnreadable]);
    expect(await send('PUT', `/libraries/${id}`, library)).toEqual([400, isUnreadable]);
    expect(await send('POST', '/libraries/preview', { paths: [closed] })).toEqual([
      400,
      isUnreadable,
    ]);
    for (const path of [closed, join(closed, 'new')]) {
      expect(await send('POST', '/system/data-directory/move', { path })).toEqual([
        400,
        expect.stringMatching(/cannot be (written|read) \(EACCES\)/),
      ]);
    }
    const cert = join(closed, 'cert.pem');
    expect(
      await send('PUT', '/sharing', { enabled: true, tls: 'own', tls_cert: cert, tls_key: cert }),
    ).toEqual([400, `The TLS file ${cert} cannot be read`]);
    // A drive can be connected later, so a backup is what reports it.
    const backups = join(closed, 'backups');
    expect(await send('PUT', '/admin/settings/backups.folder', { value: backups })).toEqual([
      200,
      undefined,
    ]);
    const started = await fetch(`${url}/api/v1/backups`, { method: 'POST', headers });
    const { task_id } = (await started.json()) as { task_id: string };
    await vi.waitFor(
      async () => {
        const task = await fetch(`${url}/api/v1/tasks/${task_id}`, { headers });
        expect(((await task.json()) as { error: string | null }).error).toMatch(
          /^The backup folder, .*backups, cannot be written \(EACCES\)\. Choose another/,
        );
      },
      { timeout: 10_000, interval: 50 },
    );
    chmodSync(closed, 0o755);
  }, 60_000);

  test.each([
    ['may not be written to', 0o500],
    ['may not be entered', 0o000],
  ])('a data directory that %s ends the start with one line', async (_, mode) => {
    const dataDir = folder(join(home, `data-${mode}`));
    writeFileSync(join(dataDir, 'config.yaml'), '');
    give(join(dataDir, 'config.yaml'), 0o600);
    chmodSync(dataDir, mode);
    const server = start(dataDir);
    children.push(server);
    const complaint = await server.url.then(
      () => 'it serves',
      (error: unknown) => (error as Error).message,
    );
    expect(complaint.trim().split('\n')).toEqual([expect.stringContaining(dataDir)]);
    expect(await server.ended).toBe(1);
    chmodSync(dataDir, 0o700);
  });
});
