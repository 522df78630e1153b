import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fromBufferPromise } from 'yauzl';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { addLibrary, patience, type Json } from '../../conformance/fixture.ts';
import { asAdmin, useKomga } from '../../testing/komga-client.ts';

const { server, client } = useKomga();

/** Names and bytes of the entries, read by another program's code. */
const unpacked = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
};

const fetched = async (path: string) => {
  const response = await server().request(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([path, response.status, response.headers.get('content-type')]).toEqual([
    path,
    200,
    'application/zip',
  ]);
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  return bytes;
};
let akira = '';
let readList = '';
beforeAll(async () => {
  akira = await server().idOf('Akira');
  const ids = [await server().idOf('Akira 03'), await server().idOf('Dororo 01')];
  const { body } = await server().send<{ id: string }>('POST', '/read-lists', {
    name: 'Two',
    book_ids: ids,
  });
  readList = body.id;
});

describe('a download', () => {
  it('of a series is a ZIP of its files, with its size before', async () => {
    const path = `/series/${akira}/file`;
    const bytes = await fetched(path);
    const files = await unpacked(bytes);
    expect([...files.keys()]).toEqual(['Akira 01.cbz', 'Akira 02.cbz', 'Akira 03.cbz']);
    const book = await server().bytes(`/books/${await server().idOf('Akira 02')}/file`);
    expect(files.get('Akira 02.cbz')).toEqual(book.bytes);
    const head = await server().request(path, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
  });

  it('of a reading list is numbered in its order', async () => {
    const files = await unpacked(await fetched(`/read-lists/${readList}/file`));
    expect([...files.keys()]).toEqual(['1 - Akira 03.cbz', '2 - Dororo 01.cbz']);
  });

  it('is linked by both versions of OPDS, and comes from there', async () => {
    for (const [area, id] of [
      ['series', akira],
      ['read-lists', readList],
    ] as const) {
      const open = (path: string) =>
        fetch(server().url + path, { headers: { authorization: asAdmin.authorization } });
      const atom = await (await open(`/opds/v1.2/${area}/${id}`)).text();
      const href = /<link rel="enclosure" href="([^"]+\.zip)"/.exec(atom);
      const feed = (await (await open(`/opds/v2/${area}/${id}`)).json()) as { links: Json[] };
      const link = feed.links.find(({ type }) => type === 'application/zip');
      for (const address of [href?.[1] ?? '', link?.['href'] as string]) {
        const response = await open(address);
        expect([address, response.status]).toEqual([address, 200]);
        const files = await unpacked(Buffer.from(await response.arrayBuffer()));
        expect(files.size).toBe(area === 'series' ? 3 : 2);
      }
    }
  });

  it('needs the permission to download books', async () => {
    const { body } = await server().send<{ key: string }>('POST', '/api-keys', {
      name: 'Lists',
      permissions: ['series-read', 'read-lists-read'],
    });
    const headers = { 'x-api-key': body.key };
    for (const path of [`/series/${akira}/file`, `/read-lists/${readList}/file`]) {
      expect((await server().send('GET', path, undefined, headers)).status).toBe(403);
    }
  });

  it('runs four times at once for a person, and again when one is aborted', async () => {
    const folder = join(server().dir, 'Big/Big');
    mkdirSync(folder, { recursive: true });
    for (const number of [1, 2]) {
      // Larger than the socket buffers.
      const bytes = Buffer.alloc(32 * 1024 * 1024);
      bytes.write('PK\x03\x04', 'latin1');
      writeFileSync(join(folder, `Big ${number}.cbz`), bytes);
    }
    await addLibrary(server(), 'Big');
    const path = `/series/${await server().idOf('Big')}/file`;
    const started = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const abort = new AbortController();
        const response = await server().request(path, { signal: abort.signal });
        expect(response.status).toBe(200);
        // A response that is not referenced any more is cancelled.
        return { abort, response };
      }),
    );
    const fifth = await server().request(path);
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '60']);
    // The limit includes Komga's apps, but not requests for the size.
    const komga = client({ headers: asAdmin });
    expect((await komga.ask(`/api/v1${path}`)).status).toBe(429);
    expect((await server().request(path, { method: 'HEAD' })).status).toBe(200);
    started[0]?.abort.abort();
    await vi.waitFor(async () => {
      const again = await server().request(path);
      await again.body?.cancel();
      expect(again.status).toBe(200);
    }, patience);
    for (const { abort } of started) abort.abort();
  });
});
