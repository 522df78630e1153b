import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, vi } from 'vitest';

import { startTestServer, type TestServer } from '../testing/server.ts';
import { uuid } from './formats.ts';
import { patience, writeBook, type ConformanceServer, type Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

interface Library extends Json {
  id: string;
  path: string;
  scanning_config: Json;
}

/** Libraries and the fields for creating one. */
export const libraries: DescribeArea = (coverage, fixture) => {
  endpoints(coverage, fixture);
  createRequest(coverage, fixture);
};

/** Creates a library in its own folder; returns the response. */
const create = async (fixture: ConformanceServer, fields: Json = {}) => {
  const path = mkdtempSync(join(fixture.dir, 'library-'));
  const body = { name: path, path, ...fields };
  return fixture.send<Library>('POST', '/libraries', body);
};

const endpoints: DescribeArea = ({ describeRow }, fixture) => {
  describeRow(
    'Libraries: GET /libraries',
    'lists the libraries by name, counting their books',
    async () => {
      expect(await fixture().list('/libraries')).toMatchObject([
        { id: fixture().comics, name: 'Comics', book_count: 5, series_count: 2 },
        { id: fixture().manga, name: 'Manga', book_count: 1, series_count: 1 },
      ]);
    },
  );

  describeRow('Libraries: POST /libraries', 'creates a library from a folder', async () => {
    const made = await create(fixture(), { name: 'Made' });
    expect(made).toMatchObject({
      status: 201,
      location: `/api/v1/libraries/${made.body.id}`,
      body: { name: 'Made' },
    });
    expect(made.body.id).toMatch(uuid);
    expect((await fixture().list('/libraries')).map(({ name }) => name)).toContain('Made');
  });

  describeRow('Libraries: GET /libraries/{id}', 'the library of that id', async () => {
    const path = `/libraries/${fixture().comics}`;
    expect(await fixture().get(path)).toMatchObject({
      id: fixture().comics,
      name: 'Comics',
      path: join(fixture().dir, 'Comics'),
    });
  });

  describeRow(
    'Libraries: PUT /libraries/{id}',
    'changes the given fields and keeps the others',
    async () => {
      const { id, path } = (await create(fixture())).body;
      const name = 'Another name';
      const changed = await fixture().send('PUT', `/libraries/${id}`, { name });
      expect(changed).toMatchObject({ status: 200, body: { id, name, path } });
      expect(await fixture().get(`/libraries/${id}`)).toMatchObject({ name, path });
    },
  );

  describeRow(
    'Libraries: DELETE /libraries/{id}',
    'removes the library and its books from the index, but no file',
    async () => {
      const path = join(fixture().dir, 'Short-lived');
      const file = join(path, 'Nana/Nana 01.cbz');
      writeBook(file, 2);
      const { id } = (await create(fixture(), { path, scan_immediately: true })).body;
      await fixture().idle();
      expect(await fixture().list(`/books?library_id=${id}`)).toHaveLength(1);
      expect((await fixture().send('DELETE', `/libraries/${id}`)).status).toBe(204);
      expect((await fixture().send('GET', `/libraries/${id}`)).status).toBe(404);
      expect(await fixture().list(`/books?library_id=${id}`)).toEqual([]);
      expect(existsSync(file)).toBe(true);
    },
  );

  describeRow('Libraries: GET /libraries/{id}/thumbnail', 'a cover, as an image', async () => {
    const cover = await fixture().bytes(`/libraries/${fixture().comics}/thumbnail`);
    expect([cover.status, cover.type]).toEqual([200, 'image/jpeg']);
    expect((await sharp(cover.bytes).metadata()).format).toBe('jpeg');
  });
};

const createRequest: DescribeArea = ({ describeRow }, fixture) => {
  const row = (field: string) => `Library: ${field}`;
  const config = async (scanning_config: Json) => create(fixture(), { scanning_config });
  const shown = async (id: string) =>
    (await fixture().get<Library>(`/libraries/${id}`)).scanning_config;

  describeRow(row('name'), 'text, stored with the library; another type is refused', async () => {
    const { id } = (await create(fixture(), { name: 'Attic' })).body;
    expect(await fixture().get(`/libraries/${id}`)).toMatchObject({ name: 'Attic' });
    expect((await create(fixture(), { name: 7 })).status).toBe(400);
  });

  describeRow(row('path'), 'a folder of the server; anything else is refused', async () => {
    const { id, path } = (await create(fixture())).body;
    expect(await fixture().get(`/libraries/${id}`)).toMatchObject({ path });
    const missing = await create(fixture(), { path: join(fixture().dir, 'missing') });
    expect(missing.status).toBe(400);
    expect((await create(fixture(), { path: import.meta.filename })).status).toBe(400);
  });

  describeRow(row('scanning_config'), 'optional; an object of some fields', async () => {
    const defaults = {
      enabled: true,
      cron_schedule: null,
      default_mode: 'normal',
      scan_on_start: false,
    };
    expect((await create(fixture())).body.scanning_config).toEqual(defaults);
    const { body } = await config({ default_mode: 'deep' });
    expect(await shown(body.id)).toEqual({ ...defaults, default_mode: 'deep' });
    expect((await create(fixture(), { scanning_config: 'often' })).status).toBe(400);
  });

  describeRow(
    row('scanning_config.cron_schedule'),
    'the cron expression of the library’s scans; anything else is refused',
    async () => {
      expect((await config({ cron_schedule: 'now and then' })).status).toBe(400);
      const { id } = (await config({ cron_schedule: '0 3 * * 1' })).body;
      expect(await shown(id)).toMatchObject({ cron_schedule: '0 3 * * 1' });
      // Six fields start with seconds.
      await fixture().send('PUT', `/libraries/${id}`, {
        scanning_config: { cron_schedule: '* * * * * *' },
      });
      await scanned(fixture(), id);
      await fixture().send('PUT', `/libraries/${id}`, { scanning_config: { enabled: false } });
      await fixture().idle();
    },
  );

  describeRow(
    row('scanning_config.default_mode'),
    'normal or deep: the default mode of scans',
    async () => {
      for (const default_mode of ['normal', 'deep']) {
        const { id } = (await config({ default_mode })).body;
        const started = await fixture().send('POST', `/libraries/${id}/scan`);
        expect(started).toMatchObject({ status: 200, body: { mode: default_mode } });
      }
      expect((await config({ default_mode: 'thorough' })).status).toBe(400);
      await fixture().idle();
    },
  );

  describeRow(
    [row('scanning_config.enabled'), row('scanning_config.scan_on_start')],
    'scan_on_start scans when the server starts, unless enabled is false',
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'octavo-conformance-'));
      const dataDir = join(home, 'data');
      mkdirSync(dataDir);
      const folders = ['wanted', 'disabled', 'usual'].map((name) => join(home, name));
      const configs = [
        { scan_on_start: true },
        { scan_on_start: true, enabled: false },
        { scan_on_start: false },
      ];
      let server: TestServer | undefined;
      try {
        server = await startTestServer({ dataDir });
        for (const [index, path] of folders.entries()) {
          mkdirSync(path);
          const body = JSON.stringify({
            name: `${index}`,
            path,
            scanning_config: configs[index],
          });
          const headers = { 'content-type': 'application/json' };
          const made = await server.request('/libraries', { method: 'POST', headers, body });
          expect(await made.json()).toMatchObject({ scanning_config: configs[index] });
        }
        await server.stop();
        server = await startTestServer({ dataDir });
        const { request } = server;
        const scans = async () => {
          const response = await request('/tasks?task_type=scan_library');
          return ((await response.json()) as { data: Json[] }).data;
        };
        const libraries = (await (await request('/libraries')).json()) as { data: Library[] };
        await vi.waitFor(
          async () =>
            expect(await scans()).toMatchObject([
              { library_id: libraries.data[0]?.id, status: 'completed' },
            ]),
          patience,
        );
      } finally {
        await server?.stop();
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
};

const scanned = (fixture: ConformanceServer, id: string) =>
  vi.waitFor(
    async () =>
      expect(await fixture.get(`/libraries/${id}/scan-status`)).toMatchObject({
        status: 'completed',
      }),
    patience,
  );
