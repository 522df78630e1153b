import {
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, it, vi } from 'vitest';

import { addLibrary, patience, writeBook, type Json } from '../../conformance/fixture.ts';
import { readZipDirectory } from '../../media/zip/directory.ts';
import { readEntry } from '../../media/zip/read-entry.ts';
import { asAdmin, useKomga, type KomgaClient } from '../../testing/komga-client.ts';
import { makeUnreadable } from '../../testing/unreadable-file.ts';
import { pngPage } from '../../testing/zip.ts';

const { server, client } = useKomga();
let me: KomgaClient;
let chapters = '';
beforeAll(async () => {
  me = client({ headers: asAdmin });
  const folder = join(server().dir, 'Loose/Bébé 日本');
  mkdirSync(join(folder, 'Chapter 1'), { recursive: true });
  for (const page of [1, 2]) {
    writeFileSync(join(folder, 'Chapter 1', `${page}.png`), pngPage(8, 12, page));
  }
  await addLibrary(server(), 'Loose');
  chapters = await server().idOf('Bébé 日本');
});

/** Names and bytes of the entries in an archive. */
const unpacked = (bytes: Buffer): Map<string, Buffer> => {
  const path = join(server().dir, 'download.zip');
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  const { entries } = readZipDirectory(fd, statSync(path).size);
  return new Map(entries.map((entry) => [entry.name, readEntry(fd, entry, { verify: true })]));
};
const download = async (path: string) => {
  const response = await me.ask(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([path, response.status]).toEqual([path, 200]);
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  return { headers: response.headers, bytes };
};

describe('a series', () => {
  it('comes as one archive of its files', async () => {
    const akira = await server().idOf('Akira');
    const { headers, bytes } = await download(`/api/v1/series/${akira}/file`);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Akira.zip"; filename*=UTF-8''Akira.zip`,
    );
    const files = unpacked(bytes);
    expect([...files.keys()]).toEqual(['Akira 01.cbz', 'Akira 02.cbz', 'Akira 03.cbz']);
    const { bytes: second } = await download(
      `/api/v1/books/${await server().idOf('Akira 02')}/file`,
    );
    expect(files.get('Akira 02.cbz')).toEqual(second);
    const head = await me.ask(`/api/v1/series/${akira}/file`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
  });

  it('holds files of one name beside each other', async () => {
    const path = join(server().dir, 'Flat');
    for (const part of ['A', 'B']) {
      writeBook(join(path, part, '01.cbz'), 2, '<Series>Twins</Series>');
    }
    const library = { name: 'Flat', path, series_strategy: 'flat', scan_immediately: true };
    await server().send('POST', '/libraries', library);
    await server().idle();
    const { bytes } = await download(`/api/v1/series/${await server().idOf('Twins')}/file`);
    expect([...unpacked(bytes).keys()]).toEqual(['01.cbz', '01 (2).cbz']);
  });

  it('holds folders of images as archives', async () => {
    const { headers, bytes } = await download(`/api/v1/series/${chapters}/file`);
    expect(headers.get('content-disposition')).toContain(
      `filename*=UTF-8''B%C3%A9b%C3%A9%20%E6%97%A5%E6%9C%AC.zip`,
    );
    const files = unpacked(bytes);
    expect([...files.keys()]).toEqual(['Chapter 1.cbz']);
    const pages = unpacked(files.get('Chapter 1.cbz') ?? Buffer.alloc(0));
    expect([...pages.keys()]).toEqual(['1.png', '2.png']);
    expect(pages.get('2.png')).toEqual(pngPage(8, 12, 2));
  });

  it('is refused before anything is sent where a file is gone or cannot be read', async () => {
    const blacksad = await server().idOf('Blacksad');
    const file = join(server().dir, 'Comics/Blacksad/Blacksad 02.cbz');
    renameSync(file, `${file}.away`);
    const gone = await me.ask(`/api/v1/series/${blacksad}/file`);
    expect([gone.status, ((await gone.json()) as Json).message]).toEqual([
      404,
      expect.stringContaining('no longer exists on the disk'),
    ]);
    renameSync(`${file}.away`, file);
    const restore = makeUnreadable(file);
    // Root can read everything.
    const expected = process.getuid?.() === 0 ? 200 : 422;
    const response = await me.ask(`/api/v1/series/${blacksad}/file`);
    await response.arrayBuffer();
    expect(response.status).toBe(expected);
    restore();
    expect((await me.ask('/api/v1/series/none/file')).status).toBe(404);
  });

  it('is for those who can read books', async () => {
    const { body } = await server().send<{ key: string }>('POST', '/api-keys', {
      name: 'Lists',
      permissions: ['series-read', 'read-lists-read'],
    });
    const narrow = client({ headers: { 'x-api-key': body.key } });
    for (const path of [`series/${chapters}`, 'readlists/any']) {
      expect((await narrow.ask(`/api/v1/${path}/file`)).status).toBe(403);
    }
  });
});

it('the files of an aborted download are closed', async () => {
  for (const number of [1, 2]) {
    const file = join(server().dir, `Big/Big/Big ${number}.cbz`);
    mkdirSync(dirname(file), { recursive: true });
    // Larger than the socket buffers.
    const bytes = Buffer.alloc(48 * 1024 * 1024);
    bytes.write('PK\x03\x04', 'latin1');
    writeFileSync(file, bytes);
  }
  await addLibrary(server(), 'Big');
  const big = await server().idOf('Big');
  const abort = new AbortController();
  const response = await me.ask(`/api/v1/series/${big}/file`, { signal: abort.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  // Wine lists the descriptors of its server.
  const hasFds = process.platform === 'linux';
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('/Big/');
      } catch {
        return false;
      }
    });
  await vi.waitFor(() => {
    if (hasFds) expect(openFiles()).toHaveLength(1);
  }, patience);
  abort.abort();
  await vi.waitFor(() => {
    if (hasFds) expect(openFiles()).toEqual([]);
  }, patience);
});

it('a read list comes as one archive, numbered in its order', async () => {
  const ids = [await server().idOf('Akira 03'), await server().idOf('Dororo 01')];
  const { body: list } = await server().send<{ id: string }>('POST', '/read-lists', {
    name: 'Über / alles',
    ordered: true,
    book_ids: ids,
  });
  const { headers, bytes } = await download(`/api/v1/readlists/${list.id}/file`);
  expect(headers.get('content-disposition')).toContain(
    `filename*=UTF-8''%C3%9Cber%20%2F%20alles.zip`,
  );
  expect([...unpacked(bytes).keys()]).toEqual(['1 - Akira 03.cbz', '2 - Dororo 01.cbz']);
});
