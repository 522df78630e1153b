import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  addToCollection,
  arrangeCollection,
  deleteCollection,
  listSeriesOfCollection,
  removeFromCollection,
} from '../../shared/api/collections.ts';
import { resetBookCover } from '../../shared/api/covers.ts';
import { updateSeries } from '../../shared/api/edits.ts';
import { listTrash } from '../../shared/api/trash.ts';
import { createClient } from '../../shared/client.ts';
import { newId } from '../database/ids.ts';
import type { KomgaRoute } from '../features/komga-api/route.ts';
import type * as router from '../features/komga-api/router.ts';
import { documentHash } from '../scanner/analysis/document-hash.ts';
import { checkedFetch } from '../testing/checked-fetch.ts';
import { listenTo } from '../testing/event-stream.ts';
import { startHiddenHalf, type HiddenHalf } from '../testing/hidden-half.ts';
import { marker } from '../testing/hidden-half-files.ts';
import { crawl } from '../testing/opds-crawl.ts';
import { basic } from '../testing/send-json.ts';
import { writeCbz } from '../testing/zip.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

let komgaRoutes: readonly KomgaRoute[] = [];
// Records the routes; the router itself stays as it is.
vi.mock('../features/komga-api/router.ts', async (original) => {
  const { komgaApi } = await original<typeof router>();
  return {
    komgaApi: (options: router.KomgaApiOptions) => {
      komgaRoutes = options.routes;
      return komgaApi(options);
    },
  };
});

let home: HiddenHalf;
let secretIds: string[];
const open = new Set(['smart-lists', 'release-sources', 'sourceId']);
beforeAll(async () => {
  home = await startHiddenHalf();
  const { hidden } = home;
  secretIds = Object.keys(hidden).flatMap((kind) => (open.has(kind) ? [] : (hidden[kind] ?? [])));
});
afterAll(() => home.stop());

const first = (half: 'shown' | 'hidden', kind: string) => home[half][kind]?.[0] ?? '';
/** Facts about the hidden half in a text, beyond those in the request. */
const tells = (asked: string, text: string): string[] =>
  [marker, ...new Set(secretIds)].filter(
    (secret) => text.includes(secret) && !asked.includes(secret),
  );
const clientOf = (name: 'reader' | 'maintainer') =>
  createClient({
    baseUrl: home.octavo.url,
    fetch: checkedFetch,
    headers: () => home.people[name].headers,
  });

describe('other apps', () => {
  test.each(['/opds', '/opds/v2', '/komga/opds/v1.2/catalog', '/komga/opds/v2/catalog'])(
    'find nothing hidden in %s',
    async (start) => {
      const found: string[] = [];
      const { visited } = await crawl(home.octavo.url, {
        start,
        base: start.replace(/\/opds.*/, '/opds'),
        headers: basic('reader'),
        isThorough: false,
        onRead: (path, response, body) => {
          const text = `${[...response.headers].flat().join(' ')} ${body.toString('utf8')}`;
          found.push(
            ...tells(decodeURIComponent(path), text).map((what) => `${path} tells ${what}`),
          );
        },
      });
      expect(found).toEqual([]);
      expect(visited.size).toBeGreaterThan(40);
    },
  );

  const areas: Record<string, string> = { readlists: 'read-lists' };
  /** Paths of a route with the ids of one half, or with ids that nobody knows. */
  const fill = (path: string, half: 'shown' | 'hidden' | null) => {
    const area = /^\/api\/v[12]\/(\w+)/.exec(path)?.[1] ?? '';
    return path.replace(/[:*](\w+)/g, (_, name: string) => {
      if (/number|page/i.test(name)) return '1';
      const kind = name === 'id' ? (areas[area] ?? area) : name.replace(/Id$/, 's');
      const known = half && home[half][areas[kind] ?? kind]?.[0];
      return known ?? newId();
    });
  };
  const sendTo = async ({ method, body, file }: KomgaRoute, path: string) => {
    const response = await fetch(`${home.octavo.url}/komga${path}`, {
      method,
      headers: {
        ...basic('maintainer'),
        'content-type': file === undefined ? 'application/json' : 'multipart/form-data; boundary=x',
      },
      ...(body && { body: JSON.stringify({ page: 1, completed: true }) }),
    });
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    const headers = [...response.headers].flatMap(([name, value]) =>
      ['date', 'set-cookie', 'etag'].includes(name) ? [] : [name, value],
    );
    return { status: response.status, text, headers: headers.join(' ') };
  };

  test('of the Komga API neither see nor know what is hidden', async () => {
    await fetch(`${home.octavo.url}/komga/api/v1/users/me`, { headers: basic('maintainer') });
    const problems: string[] = [];
    let answered = 0;
    const walked = komgaRoutes
      .filter(({ answers, path }) => answers !== 'stream' && !/logout|password/.test(path))
      .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    for (const route of walked) {
      const queries = route.method === 'GET' ? ['', '?size=500', `?search=${marker}`] : [''];
      const isReading = route.method === 'GET' || route.path.endsWith('/list');
      for (const query of isReading ? queries : []) {
        const path = fill(route.path, 'shown') + query;
        const { status, text, headers } = await sendTo(route, path);
        answered += Number(status === 200);
        if (status >= 500) problems.push(`${path} answers ${status}: ${text.slice(0, 200)}`);
        problems.push(...tells(path, `${headers} ${text}`).map((what) => `${path} tells ${what}`));
      }
      const hidden = fill(route.path, 'hidden');
      if (!secretIds.some((id) => hidden.includes(id))) continue;
      const unknown = fill(route.path, null);
      const [reply, other] = [await sendTo(route, hidden), await sendTo(route, unknown)];
      const normal = (text: string) =>
        text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[^"]*/g, '');
      if (reply.status !== other.status || normal(reply.text) !== normal(other.text)) {
        problems.push(
          `${route.method} ${hidden} answers ${reply.status} ${reply.text.slice(0, 150)} instead of ${other.status} ${other.text.slice(0, 150)}`,
        );
      }
    }
    expect(problems).toEqual([]);
    expect(answered).toBeGreaterThan(50);
  });

  test('of KOReader sync do not know a hidden document', async () => {
    const file = join(home.root, `open/${marker} Aged/${marker} Aged 1.cbz`);
    const hidden = documentHash(file) ?? '';
    const unknown = createHash('md5').update('nobody').digest('hex');
    const headers = {
      'x-auth-user': 'maintainer',
      'x-auth-key': createHash('md5').update(home.key).digest('hex'),
      'content-type': 'application/json',
    };
    const url = `${home.octavo.url}/koreader/syncs/progress`;
    const read = async (document: string) =>
      (await fetch(`${url}/${document}`, { headers })).json() as Promise<unknown>;
    expect(readFileSync(file).length).toBeGreaterThan(0);
    expect(await read(hidden)).toEqual({});
    const position = { progress: '3', percentage: 0.9, device: 'Kobo', device_id: 'kobo' };
    for (const document of [hidden, unknown]) {
      const body = JSON.stringify({ ...position, document });
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
      expect(await read(document)).toMatchObject({ ...position, document });
    }
    const written = home.database.prepare(`SELECT 1 FROM progress WHERE device_id = 'kobo'`).all();
    expect(written).toEqual([]);
  });
});

describe('a collection', () => {
  test('keeps what the person who changes it cannot see', async () => {
    const { api } = home.octavo;
    const { call } = clientOf('maintainer');
    const id = home.shown['collections']?.at(-1) ?? '';
    const params = { id };
    const query = { pageSize: 500 };
    const all = async () =>
      (await api.call(listSeriesOfCollection, { params, query })).data.map((series) => series.id);
    const before = await all();
    const [alpha = '', beta = ''] = home.shown['series'] ?? [];
    expect(before).toContain(alpha);
    const hidden = before.filter((series) => series !== alpha);
    expect(hidden).toHaveLength(2);
    const added = await call(addToCollection, { params, body: { series_ids: [beta] } });
    expect(added.series_count).toBe(2);
    await call(arrangeCollection, { params, body: { series_ids: [beta, alpha] } });
    expect((await all()).filter((series) => !hidden.includes(series))).toEqual([beta, alpha]);
    expect((await all()).toSorted()).toEqual([...before, beta].toSorted());
    await call(removeFromCollection, { params: { id, series_id: beta } });
    expect((await all()).toSorted()).toEqual(before.toSorted());
    await call(deleteCollection, { params });
    expect(await all()).toEqual(hidden);
    const gone = await fetch(`${home.octavo.url}/api/v1/collections/${id}`, {
      headers: home.people.maintainer.headers,
    });
    expect(gone.status).toBe(404);
  });
});

describe('a restricted maintainer', () => {
  const sendAs = (path: string, method: string, body?: object) =>
    checkedFetch(`${home.octavo.url}/api/v1${path}`, {
      method,
      headers: { ...home.people.maintainer.headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('changes no library as a whole, and chooses no folder', async () => {
    const id = first('shown', 'libraries');
    const refused = [
      await sendAs(`/libraries/${id}`, 'DELETE'),
      await sendAs(`/libraries/${id}`, 'PUT', { name: 'Mine' }),
      await sendAs(`/libraries/${id}/regroup`, 'POST', {
        series_strategy: 'folder',
        dry_run: true,
      }),
      await sendAs('/libraries', 'POST', { name: 'New', path: home.root }),
      await sendAs('/libraries/preview', 'POST', { paths: [home.root], series_strategy: 'folder' }),
      await sendAs(`/libraries/${id}/metadata-writes`, 'POST', { scope: 'all' }),
      // A name that is taken would tell.
      await sendAs(`/libraries/${id}/uploads`, 'POST', {
        ...{ folder: `${marker} Aged`, name: `${marker} Aged 1.cbz`, file_size: 10 },
      }),
    ];
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
    const hidden = `/libraries/${first('hidden', 'libraries')}`;
    const file = { name: '1.cbz', file_size: 10 };
    const unknown = [
      await sendAs(hidden, 'DELETE'),
      await sendAs(`${hidden}/metadata-writes`, 'POST', { scope: 'all' }),
      await sendAs(`${hidden}/uploads`, 'POST', file),
    ];
    expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('empties only the trash that they see', async () => {
    const missing = [first('shown', 'books'), first('hidden', 'books')];
    const note = home.database.prepare(`UPDATE books SET missing_since = created_at WHERE id = ?`);
    for (const id of missing) note.run(id);
    expect((await sendAs('/trash', 'DELETE')).status).toBe(204);
    const left = (await home.octavo.api.call(listTrash)).data.map(({ id }) => id);
    expect(left).toEqual(missing.slice(1));
  });
});

test('event streams report nothing that is hidden', async () => {
  const { octavo, people } = home;
  const { api } = octavo;
  const paths = ['/events/stream', '/events/live', '/scans/stream', '/tasks/stream'];
  const streams = await Promise.all(
    (['reader', 'maintainer'] as const).flatMap((name) =>
      ['/api/v1/events/stream', ...paths.map((path) => `/api/v1${path}`), '/komga/sse/v1/events']
        .filter((path) => name === 'maintainer' || !path.includes('tasks'))
        .map((path) =>
          listenTo(
            {
              request: (_, init) =>
                fetch(octavo.url + path, { ...init, headers: people[name].headers }),
            },
            path,
          ),
        ),
    ),
  );
  const ofAdmin = await listenTo(octavo, '/events/live');
  for (const half of ['hidden', 'shown'] as const) {
    const [series, book] = [home[half]['series']?.at(-1) ?? '', home[half]['books']?.at(-1) ?? ''];
    await api.call(updateSeries, { params: { id: series }, body: { summary: half } });
    await api.call(resetBookCover, { params: { id: book } });
    const params = { id: home[half]['collections']?.[0] ?? '' };
    await api.call(arrangeCollection, {
      params,
      body: { series_ids: [...(home[half]['series'] ?? [])].reverse() },
    });
  }
  const fresh = [
    `open/${marker} Aged/${marker} 20`,
    `closed/${marker} New/${marker} 1`,
    'open/Beta/B',
  ];
  for (const path of fresh) writeCbz(join(home.root, `${path}.cbz`), 4);
  for (const id of [first('shown', 'libraries'), first('hidden', 'libraries')]) await home.scan(id);
  await vi.waitFor(() => {
    for (const { events } of streams) expect(events.length).toBeGreaterThan(0);
  });
  const told = streams.map(({ events }) => JSON.stringify(events));
  for (const { close } of [...streams, ofAdmin]) close();
  // Otherwise nothing hidden happened.
  expect(tells('', JSON.stringify(ofAdmin.events)).length).toBeGreaterThan(3);
  const problems = told.flatMap((text) => tells('', text));
  expect(problems).toEqual([]);
  const ofEntities = told.filter((text) => text.includes('series_updated'));
  expect(ofEntities.length).toBeGreaterThan(2);
  // The number of files of the library counts hidden ones.
  expect(told.join('\n')).not.toMatch(/"files_(?:total|processed)":[1-9]/);
});
