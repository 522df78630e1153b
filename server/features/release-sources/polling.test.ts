import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Release } from '../../../shared/api/release-record.ts';
import { itemsOf } from '../../database/json.ts';
import { createEventBus } from '../../lib/event-bus.ts';
import { createParseWorker } from '../../parse-worker/parse-worker.ts';
import { createTaskQueue } from '../../tasks/queue.ts';
import { type TaskQueue } from '../../tasks/types.ts';
import type { TaskHandlers } from '../../tasks/task-types.ts';
import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  seedUser,
  type TestStore,
} from '../../testing/seed.ts';
import { createFollowedSeriesStore } from '../followed-series/store.ts';
import { createReleasesService, type ReleasesService } from '../releases/service.ts';
import { createReleasesStore } from '../releases/store.ts';
import { readFeed } from './feed.ts';
import { createReleaseSourcesHandlers } from './handlers.ts';
import { comparedTitle, confidenceOf } from './matching.ts';
import { createReleaseSourcesService, type ReleaseSourcesService } from './service.ts';
import { createReleaseSourcesStore } from './store.ts';

const feeds = join(import.meta.dirname, '../../../../shared/fixtures/feeds');
const torrents = readFileSync(join(feeds, 'releases-nyaa-shape.rss'), 'utf8');
const oneSeries = readFileSync(join(feeds, 'releases-mangaupdates-shape.rss'), 'utf8');

let home: TestStore;
let server: Server;
let answer: { status?: number; body?: string; headers?: Record<string, string> };
let asked: IncomingHttpHeaders[];
let queue: TaskQueue;
let releases: ReleasesService;
let sources: ReleaseSourcesService;

const parser = createParseWorker();
afterAll(() => parser.close());

beforeEach(async () => {
  home = createTestStore();
  asked = [];
  answer = { body: torrents };
  server = createServer((request, response) => {
    asked.push(request.headers);
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bus = createEventBus();
  const { database } = home;
  queue = createTaskQueue({ database, bus, log: pino({ level: 'silent' }) });
  releases = createReleasesService({ store: createReleasesStore(database), bus });
  const store = createReleaseSourcesStore(database);
  sources = createReleaseSourcesService({ store, queue, onChange: () => undefined });
  // Only feeds are polled in this test.
  queue.start(
    createReleaseSourcesHandlers({
      store,
      releases,
      parser,
      minConfidence: () => 0.7,
      allowPrivateAddresses: () => true,
    }) as TaskHandlers,
  );
});
afterEach(async () => {
  await queue.stop();
  server.close();
  home.close();
});

const addSource = (language: string | null = null) => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/feed`;
  return sources.create({ display_name: 'Feed', source_tag: 'feed', url, language }).id;
};
const track = (name: string, { aliases = [] as string[], languages = [] as string[] } = {}) => {
  const library = seedLibrary(home.database, { name, path: `/${name}` });
  const series = seedSeries(home.database, library, { name });
  releases.track(series.id, { tracked: true, aliases, languages });
  return series;
};
const poll = (id: string) => queue.finished(sources.poll(id).task_id);
const ledger = (): Release[] => {
  const sort = { field: 'releasedAt', direction: 'asc' } as const;
  return itemsOf(releases.list({ page: 1, pageSize: 100, sort }));
};

describe('polling', () => {
  test('looks for series that somebody follows as for tracked ones', async () => {
    const library = seedLibrary(home.database, { name: 'Manga', path: '/manga' });
    const berserk = seedSeries(home.database, library, { name: 'Berserk' });
    const user = seedUser(home.database);
    createFollowedSeriesStore(home.database).follow(user.pk, berserk.id);
    await poll(addSource('en'));
    expect(ledger().map(({ seriesTitle }) => seriesTitle)).toEqual(['Berserk']);
  });

  test('records what the feed says of tracked series, once', async () => {
    const boruto = track('Boruto: Two Blue Vortex');
    track('Berserk');
    const id = addSource('en');
    expect(await poll(id)).toMatchObject({ status: 'completed', error: null });
    expect(
      ledger().map(({ seriesTitle, chapters, volumes }) => ({ seriesTitle, chapters, volumes })),
    ).toEqual([
      {
        seriesTitle: 'Boruto: Two Blue Vortex',
        chapters: [{ start: 21, end: 33 }],
        volumes: [{ start: 1, end: 5 }],
      },
      { seriesTitle: 'Berserk', chapters: null, volumes: [{ start: 42, end: 42 }] },
      {
        seriesTitle: 'Boruto: Two Blue Vortex',
        chapters: null,
        volumes: [{ start: 2, end: 2 }],
      },
    ]);
    expect(ledger().at(-1)).toMatchObject({
      seriesId: boruto.id,
      sourceId: id,
      externalReleaseId: 'feed:1900000',
      payloadUrl: 'https://nyaa.example/view/1900000',
      mediaUrl: 'https://nyaa.example/download/1900000.torrent',
      mediaUrlKind: 'torrent',
      infoHash: '7b310fad9a7b16fa84d17af9570e9df537d079f9',
      groupOrUploader: '1r0n',
      language: 'en',
      confidence: 1,
      releasedAt: '2026-05-04T02:31:00.000Z',
    });
    await poll(id);
    expect(ledger()).toHaveLength(3);
    expect(sources.get(id)).toMatchObject({ last_error: null });
    expect(sources.get(id).last_polled_at).not.toBeNull();
  });

  test('knows the series of a feed that has only one, its aliases and languages', async () => {
    answer = { body: oneSeries };
    track('Na Honjaman Level Up', { aliases: ['Solo Leveling'], languages: ['en'] });
    await poll(addSource());
    const found = ledger().map(({ chapters, volumes, groupOrUploader, language }) =>
      [chapters?.[0]?.start, volumes?.[0]?.start, groupOrUploader, language].join(),
    );
    expect(found).toContain('143,,Best Group,en');
    expect(found).toContain('47.5,,SubScans,en');
    expect(found).toContain(',15,VolBundlerScans,en');
    expect(found).toContain('116,13,Galaxy Degen Scans,');
    expect(found.some((line) => line.endsWith(',es'))).toBe(false);
    expect(new Set(ledger().map(({ externalReleaseId }) => externalReleaseId)).size).toBe(
      found.length,
    );
  });

  test('marks what the library holds already', async () => {
    seedBook(home.database, track('Berserk'), { number: 42, volume: 42 });
    await poll(addSource());
    expect(ledger().map(({ state }) => state)).toEqual(['marked_acquired']);
  });

  test('asks for what changed since, and is content with nothing', async () => {
    const versions = { etag: '"v1"', 'last-modified': 'Mon, 04 May 2026 02:31:00 GMT' };
    answer.headers = versions;
    const id = addSource();
    await poll(id);
    expect(sources.get(id).etag).toBe('"v1"');
    answer = { status: 304 };
    expect(await poll(id)).toMatchObject({ status: 'completed' });
    expect(asked[1]).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': versions['last-modified'],
    });
    expect(sources.get(id).etag).toBe('"v1"');
    sources.update(id, { url: `${sources.get(id).url}?other` });
    expect(sources.get(id).etag).toBeNull();
  });

  test.each([
    ['an error', { status: 500 }, /answered with status 500/],
    ['a web page', { body: '<html><body>Sign in</body></html>' }, /not an RSS or Atom feed/],
  ])('keeps why it failed on %s', async (_, given, message) => {
    answer = given;
    const id = addSource();
    expect(await poll(id)).toMatchObject({ status: 'failed' });
    expect(sources.get(id).last_error).toMatch(message);
    answer = { body: torrents };
    await poll(id);
    expect(sources.get(id).last_error).toBeNull();
  });
});

test('a hostile feed costs neither time nor a wrong entry', async () => {
  track('v1');
  const titles = [
    'v1 '.repeat(20_000),
    `Berserk c${'9'.repeat(250)}`,
    ...Array<string>(5000).fill('x'),
  ];
  const items = titles.map((title) => `<item><title>${title}</title></item>`).join('');
  track('Berserk');
  answer = { body: `<rss version="2.0"><channel><title>X</title>${items}</channel></rss>` };
  const begun = performance.now();
  expect(await poll(addSource())).toMatchObject({ status: 'completed' });
  expect(performance.now() - begun).toBeLessThan(3000);
  expect(ledger().map(({ chapters }) => chapters)).toEqual([null]);
});

test('entities of a feed are not multiplied', () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  );
  const { title } =
    readFeed(`<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "ha">${levels.join('')}]>
    <rss version="2.0"><channel><title>&e12;</title></channel></rss>`);
  expect(title.length).toBeLessThan(100);
});

test('Atom feeds are read as well', () => {
  const feed = readFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
    <entry><id>tag:example.org,2026:5</id><title>Saga c.1</title><updated>2026-01-01T00:00:00Z</updated>
      <link href="https://example.org/1"/>
      <link rel="enclosure" type="application/x-bittorrent" href="https://example.org/t?1"/></entry></feed>`);
  expect(feed).toEqual({
    title: 'News',
    items: [
      {
        title: 'Saga c.1',
        identity: 'tag:example.org,2026:5',
        page: 'https://example.org/1',
        media: { url: 'https://example.org/t?1', type: 'application/x-bittorrent' },
        description: null,
        published: '2026-01-01T00:00:00.000Z',
      },
    ],
  });
});

test.each([
  ['SOLO LEVELING', 'Solo Leveling', true],
  ['Solo Levelling', 'Solo Leveling', true],
  ['Boruto - Two Blue Vortex', 'Boruto: Two Blue Vortex', true],
  ['Astérix', 'Asterix', true],
  ['Pepper and Carrot', 'Pepper & Carrot', true],
  ['Pepper Carrot', 'Pepper & Carrot', true],
  ['And', 'And', true],
  ['Solo Leveling Ragnarok', 'Solo Leveling', false],
  ['Boruto', 'Boruto: Two Blue Vortex', false],
  ['Saga', 'Sage', false],
  ['', 'Saga', false],
])('"%s" and "%s" are the same series: %s', (title, name, same) => {
  expect(confidenceOf([comparedTitle(title)], [comparedTitle(name)], 0) >= 0.7).toBe(same);
});
