import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { releaseSchema } from '../../../shared/api/release-record.ts';
import {
  createReleaseSource,
  deleteReleaseSource,
  getReleaseSource,
  listReleaseSources,
  pollReleaseSource,
  releaseSourceSchema,
  updateReleaseSource,
} from '../../../shared/api/release-sources.ts';
import {
  changeRelease,
  changeReleases,
  deleteRelease,
  getTracking,
  listReleases,
  listReleasesOfSeries,
  updateTracking,
} from '../../../shared/api/releases.ts';
import { getTask } from '../../../shared/api/tasks.ts';
import { createEventBus, type PublishedEvent } from '../../lib/event-bus.ts';
import { connect } from '../../database/database.ts';
import { type Database } from '../../database/types.ts';
import { newId } from '../../database/ids.ts';
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { isAcquired } from './acquired.ts';
import { createReleasesService } from './service.ts';
import { createReleasesStore } from './store.ts';

let octavo: TestServer;
let database: Database;
let series: SeededSeries;
let libraryId: string;
let sourceId: string;
let number = 0;

beforeAll(async () => {
  octavo = await startTestServer();
  database = connect(join(octavo.dataDir, 'octavo.db'));
  const library = seedLibrary(database);
  libraryId = library.id;
  series = seedSeries(database, library);
});
afterAll(async () => {
  database.close();
  await octavo.stop();
});
beforeEach(async () => {
  number += 1;
  const body = {
    display_name: `Feed ${number}`,
    source_tag: `feed-${number}`,
    url: 'http://127.0.0.1:9/feed.rss',
    cron_schedule: null,
  };
  sourceId = (await octavo.api.call(createReleaseSource, { body })).id;
});

const post = (path: string, body: object) =>
  octavo.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const record = async (more: object = {}) => {
  const response = await post('/releases', {
    seriesId: series.id,
    sourceId,
    externalReleaseId: `feed-${number}:1`,
    payloadUrl: 'https://example.org/1',
    ...more,
  });
  return { response, release: (await response.json()) as { id: string } };
};

describe('the ledger', () => {
  test('keeps an entry once, in the form of the specification', async () => {
    const { response, release } = await record({
      chapters: [{ start: 12.5, end: 12.5 }],
      observedAt: '2026-01-15T10:30:00Z',
      mediaUrl: 'magnet:?xt=1',
      mediaUrlKind: 'magnet',
      formatHints: { jxl: true },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/api/v1/releases/${release.id}`);
    expect(releaseSchema.strict().parse(release)).toEqual(release);
    expect(release).toMatchObject({
      seriesId: series.id,
      seriesTitle: 'Saga',
      sourceId,
      externalReleaseId: `feed-${number}:1`,
      state: 'announced',
      confidence: 1,
      observedAt: '2026-01-15T10:30:00.000Z',
      releasedAt: null,
      chapters: [{ start: 12.5, end: 12.5 }],
      volumes: null,
      formatHints: { jxl: true },
      metadata: {},
    });
    const again = await record({ payloadUrl: 'https://example.org/other' });
    expect(again.response.status).toBe(200);
    expect(again.release).toEqual(release);
  });

  test.each([
    [{ externalReleaseId: 'no number' }, 400],
    [{ externalReleaseId: 'other:99' }, 400],
    [{ externalReleaseId: 'feed:99' }, 400],
    [{ payloadUrl: 'javascript:alert(1)' }, 400],
    [{ mediaUrl: 'javascript:alert(1)', mediaUrlKind: 'other' }, 400],
    [{ mediaUrl: 'file:///etc/passwd', mediaUrlKind: 'direct' }, 400],
    [{ mediaUrl: 'no address', mediaUrlKind: 'other' }, 400],
    [{ confidence: 2 }, 400],
    [{ mediaUrl: 'https://example.org/x' }, 400],
    [{ mediaUrlKind: 'torrent' }, 400],
    [{ chapters: [{ start: 5, end: 1 }] }, 400],
    [{ seriesId: newId() }, 404],
    [{ sourceId: newId() }, 404],
  ])('refuses %j with %i', async (wrong, status) => {
    expect((await record(wrong)).response.status).toBe(status);
  });

  test('is filtered, sorted and paged', async () => {
    for (const day of [1, 2, 3]) {
      const observedAt = `2026-02-0${day}T00:00:00.000Z`;
      const language = day === 2 ? 'de' : null;
      await record({ externalReleaseId: `feed-${number}:${day}`, observedAt, language });
    }
    const list = (query: object) =>
      octavo.api.call(listReleases, { query: { sourceId, ...query } });
    const ids = async (query: object) =>
      (await list(query)).data.map(({ externalReleaseId }) => externalReleaseId);
    expect(await ids({})).toEqual([`feed-${number}:3`, `feed-${number}:2`, `feed-${number}:1`]);
    expect(await ids({ sort: 'observedAt,asc', pageSize: 2 })).toEqual([
      `feed-${number}:1`,
      `feed-${number}:2`,
    ]);
    expect(await ids({ language: 'de' })).toEqual([`feed-${number}:2`]);
    expect(await ids({ state: 'hidden' })).toEqual([]);
    expect((await list({ seriesId: series.id })).total).toBe(3);
    const [release] = (await list({})).data;
    const seriesTitle = release?.seriesTitle.slice(1).toUpperCase() ?? '';
    expect((await list({ seriesTitle, libraryId })).total).toBe(3);
    expect((await list({ seriesTitle: 'no such series' })).total).toBe(0);
    expect((await list({ libraryId: newId() })).total).toBe(0);
    const ofSeries = await octavo.api.call(listReleasesOfSeries, {
      params: { id: series.id },
      query: { sourceId },
    });
    expect(ofSeries.total).toBe(3);
    expect((await octavo.request(`/series/${newId()}/releases`)).status).toBe(404);
  });

  test('moves between announced and each other state only', async () => {
    const { id } = (await record()).release;
    const change = (state: 'announced' | 'dismissed' | 'marked_acquired' | 'hidden') =>
      octavo.api.call(changeRelease, { params: { id }, body: { state } });
    for (const state of ['dismissed', 'marked_acquired', 'hidden'] as const) {
      expect((await change(state)).state).toBe(state);
      expect((await change(state)).state).toBe(state);
      const other = state === 'hidden' ? 'dismissed' : 'hidden';
      await expect(change(other)).rejects.toMatchObject({ code: 'Conflict' });
      expect((await change('announced')).state).toBe('announced');
    }
  });

  test('changes several entries or none', async () => {
    const first = (await record()).release.id;
    const second = (await record({ externalReleaseId: `feed-${number}:2` })).release.id;
    const change = (ids: string[], state: 'dismissed' | 'hidden') =>
      octavo.api.call(changeReleases, { body: { ids, state } });
    expect(await change([first, first], 'hidden')).toEqual({ count: 1 });
    await expect(change([second, first], 'dismissed')).rejects.toMatchObject({ code: 'Conflict' });
    await expect(change([second, newId()], 'hidden')).rejects.toMatchObject({ code: 'NotFound' });
    const query = { sourceId, state: 'announced' as const };
    expect((await octavo.api.call(listReleases, { query })).data.map(({ id }) => id)).toEqual([
      second,
    ]);
    expect(await change([first, second], 'hidden')).toEqual({ count: 1 });
    await octavo.api.call(deleteRelease, { params: { id: first } });
    await expect(octavo.api.call(deleteRelease, { params: { id: first } })).rejects.toMatchObject({
      code: 'NotFound',
    });
  });
});

test('tracking starts off, keeps what is not sent and knows the newest release', async () => {
  const other = seedSeries(database, series.library, { name: 'Tracked' });
  const params = { id: other.id };
  const nothing = { tracked: false, aliases: [], languages: [] };
  const latest = { latest_chapter: null, latest_volume: null };
  expect(await octavo.api.call(getTracking, { params })).toEqual({
    series_id: other.id,
    ...nothing,
    ...latest,
  });
  await octavo.api.call(updateTracking, { params, body: { tracked: true, aliases: ['Other'] } });
  await record({ seriesId: other.id, chapters: [{ start: 3, end: 7 }], volumes: [] });
  expect(await octavo.api.call(updateTracking, { params, body: { languages: ['en'] } })).toEqual({
    series_id: other.id,
    tracked: true,
    aliases: ['Other'],
    languages: ['en'],
    latest_chapter: 7,
    latest_volume: null,
  });
});

test('aliases and languages are kept once, as they were written first', async () => {
  const other = seedSeries(database, series.library, { name: 'Repeated' });
  const body = {
    aliases: ['Pokémon', ' pokemon ', 'Pocket Monsters', 'Pokémon'],
    languages: ['de', 'DE', 'en'],
  };
  expect(await octavo.api.call(updateTracking, { params: { id: other.id }, body })).toMatchObject({
    aliases: ['Pokémon', 'Pocket Monsters'],
    languages: ['de', 'en'],
  });
});

describe('what the library holds', () => {
  const book = (volume: number | null, chapter: number | null, number = chapter ?? volume) => ({
    volume,
    chapter,
    number,
  });
  const first = (value: number) => [{ start: value, end: value }];

  test.each([
    ['the chapter', { chapters: first(5), volumes: null }, [book(null, 5)], true],
    [
      'the issue of that number',
      { chapters: first(5), volumes: null },
      [book(null, null, 5)],
      true,
    ],
    ['a volume of that number', { chapters: first(5), volumes: null }, [book(5, null)], false],
    ['the volume', { chapters: null, volumes: first(2) }, [book(2, null)], true],
    ['a chapter of the volume', { chapters: null, volumes: first(2) }, [book(2, 9)], false],
    ['the volume of a chapter', { chapters: first(9), volumes: first(2) }, [book(2, null)], true],
    [
      'a part of a span',
      { chapters: [{ start: 1, end: 2 }], volumes: null },
      [book(null, 1)],
      false,
    ],
    ['nothing that is said', { chapters: null, volumes: null }, [book(1, 1)], false],
    ['an endless span', { chapters: [{ start: 1, end: 1e12 }], volumes: null }, [], false],
  ])('%s', (_, coverage, books, expected) => {
    expect(isAcquired(coverage, books)).toBe(expected);
  });

  test('is marked as acquired when a scan is done, and announced while it is not', async () => {
    const bus = createEventBus();
    const said: PublishedEvent[] = [];
    bus.subscribe((event) => said.push(event));
    const store = createReleasesStore(database);
    const releases = createReleasesService({ store, bus });
    const given = {
      seriesId: series.id,
      sourceId,
      payloadUrl: 'https://example.org/x',
    };
    const { release } = releases.record({
      ...given,
      externalReleaseId: `feed-${number}:77`,
      chapters: first(77),
    });
    expect(said.map(({ name }) => name)).toEqual(['release_announced']);
    expect(said[0]?.data).toMatchObject({ release_id: release.id, series_id: series.id });

    seedBook(database, series, { number: 77, chapter: 77 });
    bus.emit('task_progress', {
      task_id: newId(),
      task_type: 'scan_library',
      status: 'completed',
      progress: { current: 1, total: 1, message: '' },
    });
    expect(store.get(release.id)?.state).toBe('marked_acquired');
    releases.announce({ ...given, externalReleaseId: `feed-${number}:78`, chapters: first(77) });
    expect(said.filter(({ name }) => name === 'release_announced')).toHaveLength(1);
  });
});

describe('release sources', () => {
  test('are made, changed, listed and removed with their releases', async () => {
    const params = { id: sourceId };
    const source = await octavo.api.call(getReleaseSource, { params });
    expect(releaseSourceSchema.strict().parse(source)).toEqual(source);
    expect(source).toMatchObject({ enabled: true, cron_schedule: null, last_polled_at: null });
    const body = { enabled: false, language: 'en' };
    expect(await octavo.api.call(updateReleaseSource, { params, body })).toMatchObject({
      ...body,
      display_name: source.display_name,
    });
    const { data } = await octavo.api.call(listReleaseSources, {});
    expect(data.map(({ id }) => id)).toContain(sourceId);
    const { id } = (await record()).release;
    await octavo.api.call(deleteReleaseSource, { params });
    expect(createReleasesStore(database).get(id)).toBeUndefined();
    await expect(octavo.api.call(getReleaseSource, { params })).rejects.toMatchObject({
      code: 'NotFound',
    });
  });

  test.each([
    [{ source_tag: 'feed-1' }, 409],
    [{ source_tag: 'Not A Tag' }, 400],
    [{ url: 'file:///etc/passwd' }, 400],
    [{ cron_schedule: 'whenever' }, 400],
  ])('refuse %j with %i', async (wrong, status) => {
    const fine = { display_name: 'X', source_tag: 'x', url: 'https://example.org/feed' };
    expect((await post('/release-sources', { ...fine, ...wrong })).status).toBe(status);
  });

  test('show the secret of a private feed only to those who manage feeds', async () => {
    const params = { id: sourceId };
    const url = 'http://ada:pw@127.0.0.1:9/feed.rss?passkey=s3cret';
    await octavo.api.call(updateReleaseSource, { params, body: { url } });
    const { task_id } = await octavo.api.call(pollReleaseSource, { params, body: undefined });
    const task = () => octavo.api.call(getTask, { params: { id: task_id } });
    await expect.poll(async () => (await task()).status).toBe('failed');
    expect((await task()).error).not.toMatch(/s3cret|pw/);
    expect((await octavo.api.call(getReleaseSource, { params })).url).toBe(url);
    const permissions = ['series-read' as const];
    const { key } = await octavo.api.call(createApiKey, { body: { name: 'a', permissions } });
    const headers = { authorization: `Bearer ${key}` };
    const { data } = await octavo.api.call(listReleaseSources, { headers });
    const listed = data.find(({ id }) => id === sourceId);
    const read = await octavo.api.call(getReleaseSource, { params, headers });
    expect(listed).toEqual(read);
    expect(read.url).toBe('http://127.0.0.1:9');
    expect(read.last_error).not.toMatch(/s3cret|pw/);
  });

  test('on this machine are polled only where the setting allows it', async () => {
    const params = { id: sourceId };
    const feed = createServer((_, response) => {
      response.end(
        '<rss version="2.0"><channel><title>News</title><item><title>Saga v09</title><guid>9</guid></item></channel></rss>',
      );
    });
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
    // Wine does not resolve the machine's own name.
    const host = process.platform === 'win32' ? '127.0.0.1' : 'localhost';
    const url = `http://${host}:${(feed.address() as AddressInfo).port}/`;
    await octavo.api.call(updateReleaseSource, { params, body: { url } });
    const tracking = { params: { id: series.id }, body: { tracked: true } };
    await octavo.api.call(updateTracking, tracking);
    const polled = async (status: string) => {
      const { task_id } = await octavo.api.call(pollReleaseSource, { params, body: undefined });
      await expect
        .poll(async () => (await octavo.api.call(getTask, { params: { id: task_id } })).status)
        .toBe(status);
      return octavo.api.call(getReleaseSource, { params });
    };
    try {
      expect((await polled('failed')).last_error).toMatch(/releases.allow_private_addresses/);
      await octavo.request('/admin/settings/releases.allow_private_addresses', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value: true }),
      });
      expect((await polled('completed')).last_error).toBeNull();
      const { data } = await octavo.api.call(listReleases, { query: { sourceId } });
      expect(data).toMatchObject([
        { externalReleaseId: `feed-${number}:9`, volumes: [{ start: 9, end: 9 }], confidence: 1 },
      ]);
    } finally {
      feed.close();
    }
  });
});
