import { linkSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { expect, vi } from 'vitest';

import { basic, password } from '../testing/send-json.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';
import { whileListening } from './event-stream.ts';
import { addLibrary, patience, writeBook } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

interface Scan {
  task_id: string;
  mode: string;
  status: string;
}

/** Scans of a library, and checks of its folder. */
export const scanning: DescribeArea = ({ describeRow }, fixture) => {
  const status = (id: string) => fixture().get<Scan>(`/libraries/${id}/scan-status`);
  const start = (id: string, query = '') =>
    fixture().send<Scan>('POST', `/libraries/${id}/scan${query}`);
  /** A library large enough that its scan can be observed; not scanned yet. */
  const largeLibrary = async (name: string) => {
    const path = join(fixture().dir, name);
    const first = join(path, 'Long/Long 1.cbz');
    writeBook(first, 1);
    for (let number = 2; number <= 2000; number += 1) {
      linkSync(first, join(path, `Long/Long ${number}.cbz`));
    }
    return (await fixture().send<{ id: string }>('POST', '/libraries', { name, path })).body.id;
  };
  const running = (id: string) =>
    vi.waitFor(async () => expect((await status(id)).status).toBe('running'), {
      ...patience,
      interval: 1,
    });

  const refusesReaders = async (path: string) => {
    const username = `reader of ${path.slice(0, 20)}`;
    await fixture().send('POST', '/users', { username, password });
    return (await fixture().send('GET', path, undefined, basic(username))).status === 403;
  };

  describeRow(
    'Scanning: POST /libraries/{id}/scan',
    'starts a scan that reads new and changed files in mode normal, and all of them in mode deep; other modes are refused',
    async () => {
      const writeTitled = (name: string, title: string) => {
        const path = join(fixture().dir, 'Titled/Titles', `${name}.cbz`);
        const info = `<ComicInfo><Title>${title}</Title></ComicInfo>`;
        const page = { name: '1.png', data: pngPage() };
        writeCbz(path, [page, { name: 'ComicInfo.xml', data: info }]);
        // Neither size nor time reveals that the file was replaced.
        utimesSync(path, 1e9, 1e9);
      };
      writeTitled('One', 'One');
      writeTitled('Two', 'Two');
      const id = await addLibrary(fixture(), 'Titled');
      const found = async () =>
        (await fixture().list(`/books?library_id=${id}`)).map(({ title }) => title);
      expect(await found()).toEqual(['One', 'Two']);

      writeTitled('One', 'Uno');
      writeTitled('Two', 'Duo');
      writeTitled('Three', 'Tre');
      expect(await start(id, '?mode=normal')).toMatchObject({
        status: 200,
        body: { mode: 'normal' },
      });
      await fixture().idle();
      expect(await found()).toEqual(['One', 'Tre', 'Two']);
      expect(await start(id, '?mode=deep')).toMatchObject({ status: 200, body: { mode: 'deep' } });
      await fixture().idle();
      expect(await found()).toEqual(['Duo', 'Tre', 'Uno']);
      expect((await start(id, '?mode=thorough')).status).toBe(400);
    },
  );

  describeRow(
    'Scanning: GET /libraries/{id}/scan-status',
    'idle before the first scan, then the scan, what it found and how it ended',
    async () => {
      const path = join(fixture().dir, 'New');
      writeBook(join(path, 'Nana/Nana 01.cbz'), 2);
      const { body } = await fixture().send<{ id: string }>('POST', '/libraries', {
        name: 'New',
        path,
      });
      expect(await status(body.id)).toMatchObject({ status: 'idle', task_id: null });
      const { task_id } = (await start(body.id)).body;
      await fixture().idle();
      expect(await status(body.id)).toMatchObject({
        task_id,
        status: 'completed',
        files_total: 1,
        files_processed: 1,
        books_added: 1,
      });
    },
  );

  describeRow(
    ['Scanning: POST /libraries/{id}/scan/cancel', 'Scanning: GET /scans/active'],
    'a running scan is listed as active until it is cancelled; cancelling without a scan is a conflict',
    async () => {
      const id = await largeLibrary('Large');
      expect((await fixture().send('POST', `/libraries/${id}/scan/cancel`)).status).toBe(409);
      await start(id);
      await running(id);
      expect(await fixture().list('/scans/active')).toMatchObject([
        { library_id: id, status: 'running' },
      ]);
      const cancelled = await fixture().send('POST', `/libraries/${id}/scan/cancel`);
      expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
      expect(await fixture().list('/scans/active')).toEqual([]);
      expect(await status(id)).toMatchObject({ status: 'cancelled' });
      rmSync(join(fixture().dir, 'Large'), { recursive: true });
    },
  );

  describeRow(
    'Scanning: GET /scans/stream',
    'carries scan_progress events from the start of a scan to its end',
    () =>
      whileListening(fixture(), '/scans/stream', async (stream) => {
        writeBook(join(fixture().dir, 'Streamed/Nana/Nana 01.cbz'), 2);
        const library_id = await addLibrary(fixture(), 'Streamed');
        const last = await stream.next('scan_progress', { library_id, status: 'completed' });
        expect(last).toMatchObject({ files_total: 1, files_processed: 1, books_added: 1 });
        const statuses = stream.of('scan_progress').map((event) => event.status);
        expect([statuses[0], statuses.at(-1)]).toEqual(['pending', 'completed']);
      }),
  );

  describeRow(
    'Filesystem: GET /filesystem/browse',
    'the folders in a path of the server, and the parent folder, for admins only',
    async () => {
      const path = join(fixture().dir, 'Comics');
      const browse = `/filesystem/browse?path=${encodeURIComponent(path)}`;
      expect(await fixture().get(browse)).toMatchObject({
        current_path: path,
        parent_path: fixture().dir,
        entries: [
          { name: 'Akira', path: join(path, 'Akira'), is_directory: true },
          { name: 'Blacksad' },
        ],
      });
      expect(await refusesReaders(browse)).toBe(true);
    },
  );

  describeRow(
    'Filesystem: GET /filesystem/drives',
    'the drives (on other systems than Windows, the mounted volumes), for admins only',
    async () => {
      const drives = await fixture().list<{ path: string }>('/filesystem/drives');
      expect(drives.length).toBeGreaterThan(0);
      for (const { path } of drives) {
        await fixture().get(`/filesystem/browse?path=${encodeURIComponent(path)}`);
      }
      expect(await refusesReaders('/filesystem/drives')).toBe(true);
    },
  );
};
