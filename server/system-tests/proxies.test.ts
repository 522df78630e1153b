import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createApiKey } from '../../shared/api/api-keys.ts';
import type { CreatedKobo } from '../../shared/api/kobo.ts';
import { updateSettings } from '../../shared/api/settings.ts';
import { startFixtureLibrary, type FixtureLibrary } from '../testing/fixture-library.ts';
import { fillIds } from '../testing/komga/fill-ids.ts';
import { replayed, statusOf } from '../testing/komga/recorded-requests.ts';
import { sendFilled } from '../testing/komga/send-filled.ts';
import { listenTo } from '../testing/event-stream.ts';
import { createKoboReader } from '../testing/kobo-reader.ts';
import { needs } from '../testing/needs.ts';
import { crawl } from '../testing/opds-crawl.ts';
import { findProxy, startProxy, type RunningProxy } from '../testing/proxies.ts';
import { password } from '../testing/send-json.ts';
import { addUser } from '../testing/users.ts';

let library: FixtureLibrary;
const root = mkdtempSync(join(tmpdir(), 'octavo-proxies-'));
const hasNone = (['nginx', 'caddy'] as const).every((kind) => findProxy(kind) === null);
beforeAll(async () => {
  if (!hasNone) library = await startFixtureLibrary();
}, 180_000);
afterAll(async () => {
  if (!hasNone) await library.stop();
  rmSync(root, { recursive: true, force: true });
});

const set = (settings: Record<string, string>) => {
  const updates = Object.entries(settings).map(([name, value]) => ({
    key: `sharing.${name}`,
    value,
  }));
  return library.octavo.api.call(updateSettings, { body: { updates } });
};

/** The configurations of the guide, with the base path that its text recommends. */
const cases = [
  { kind: 'nginx', path: '', setting: '' },
  { kind: 'nginx', path: '/octavo', setting: '/octavo' },
  { kind: 'caddy', path: '', setting: '' },
  { kind: 'caddy', path: '/octavo', setting: '' },
] as const;

describe.each(cases)('$kind at the path "$path"', ({ kind, path, setting }) => {
  const isMissing = findProxy(kind) === null;
  const test = it.skipIf(isMissing);
  const requirement = { ...needs(kind), timeout: 120_000 };
  let proxy: RunningProxy;
  let url: string;
  /** Basic credentials of a reader of this proxy only, because replays change progress. */
  let reader: { authorization: string };
  const name = `${kind}-${path === '' ? 'root' : 'path'}`;

  beforeAll(async () => {
    if (isMissing) return;
    proxy = await startProxy({
      kind,
      isBelowPath: path !== '',
      upstream: library.octavo.url,
      folder: join(root, name),
    });
    setDefaultCACertificates([...getCACertificates('bundled'), proxy.certificate]);
    url = proxy.origin + path;
    await set({ trusted_proxies: 'loopback', public_address: proxy.origin, base_path: setting });
    reader = await addUser(library.octavo.dataDir, { username: name, role: 'reader' });
  }, 60_000);
  afterAll(async () => {
    if (!isMissing) await proxy.stop();
  });

  const request = (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', reader.authorization);
    return fetch(url + address, { ...init, headers });
  };
  const json = async <T>(address: string, init?: RequestInit) =>
    (await (await request(address, init)).json()) as T;
  const book = () => library.book('Pepper & Carrot 001');

  test('signs in with a cookie of its own path', requirement, async () => {
    const response = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: proxy.origin },
      body: JSON.stringify({ username: name, password }),
    });
    expect(response.status).toBe(200);
    const [cookie = ''] = response.headers.getSetCookie();
    const prefix = path === '' ? '__Host-' : '__Secure-';
    expect(cookie).toMatch(new RegExp(`^${prefix}octavo_session=.*; Secure$`));
    expect(cookie).toContain(`; Path=${path || '/'}; `);
    const [pair = ''] = cookie.split(';');
    const me = await fetch(`${url}/api/v1/auth/me`, { headers: { cookie: pair } });
    expect(await me.json()).toMatchObject({ username: name });
  });

  test('lists, and links to the next page', requirement, async () => {
    interface BookPage {
      data: { id: string }[];
      links: { next: string };
    }
    const first = await json<BookPage>('/api/v1/books?pageSize=2');
    expect(first.links.next.startsWith(`${path}/api/v1/books?`)).toBe(true);
    const next = await fetch(proxy.origin + first.links.next, { headers: reader });
    const second = (await next.json()) as BookPage;
    expect(second.data).toHaveLength(2);
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
  });

  test('shows covers and pages: whole, in ranges, and not again', requirement, async () => {
    for (const address of [
      `/api/v1/books/${book().id}/thumbnail`,
      `/api/v1/books/${book().id}/pages/1`,
      `/api/v1/books/${book().id}/file`,
    ]) {
      const whole = await request(address);
      const bytes = Buffer.from(await whole.arrayBuffer());
      const etag = whole.headers.get('etag') ?? '';
      expect([whole.status, bytes.length > 1000]).toEqual([200, true]);
      const part = await request(address, { headers: { range: 'bytes=100-299' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes 100-299/${bytes.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);
      const again = await request(address, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  test('compresses texts once', requirement, async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const response = await request('/api/v1/books', { headers });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.json()).toHaveProperty('data');
  });

  test('passes events on as they happen', requirement, async () => {
    const stream = await listenTo(
      { request: (address, init) => request(`/api/v1${address}`, init) },
      '/events/stream',
    );
    await request(`/api/v1/books/${book().id}/progress`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current_page: 2 }),
    });
    // The server sends the event before its answer, which the proxy has just passed on.
    await expect
      .poll(() => stream.events.map((event) => event.name), { interval: 20, timeout: 2000 })
      .toContain('progress_updated');
    stream.close();
  });

  test('has a catalogue whose links resolve', requirement, async () => {
    for (const start of ['/opds/v1.2/catalog', '/komga/opds/v2/catalog']) {
      const { problems, visited } = await crawl(proxy.origin, {
        start: path + start,
        base: path + start.replace(/\/v[\d.]+\/catalog$/, ''),
        // Compressed answers have no length to compare with that of HEAD.
        headers: { ...reader, 'accept-encoding': 'identity' },
        isThorough: false,
        // The rest has the same root: crawl.test.ts visits it directly.
        limit: 100,
      });
      expect(problems).toEqual([]);
      expect(visited.size).toBeGreaterThanOrEqual(100);
    }
    const unsigned = await fetch(`${url}/opds/v2/catalog`);
    expect(unsigned.status).toBe(401);
    const { links } = (await unsigned.json()) as { links: { href: string }[] };
    expect(links.map(({ href }) => href)).toEqual([`${url}/opds/v2/catalog`]);
    expect(unsigned.headers.get('link')).toContain(`<${path}/opds/v2/auth>`);
  });

  test('has manifests whose files open', requirement, async () => {
    const { id } = library.book('Moby-Dick');
    interface Manifest {
      readingOrder: { href: string }[];
    }
    const native = await json<Manifest>(`/api/v1/books/${id}/manifest`);
    const komga = await json<Manifest>(`/komga/api/v1/books/${id}/manifest`);
    const [own = '', theirs = ''] = [native, komga].map(
      ({ readingOrder }) => readingOrder[0]?.href ?? '',
    );
    expect(own.startsWith(`${path}/api/v1/books/${id}/resources/`)).toBe(true);
    expect(theirs.startsWith(`${url}/komga/api/v1/books/${id}/resource/`)).toBe(true);
    for (const address of [proxy.origin + own, theirs]) {
      const part = await fetch(address, { headers: reader });
      expect([part.status, part.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('application/xhtml+xml'),
      ]);
    }
  });

  test('has a feed of new books whose links open without credentials', requirement, async () => {
    const { url: address } = await json<{ url: string }>('/api/v1/book-feeds/link');
    expect(address.startsWith(`${url}/feeds/`)).toBe(true);
    const feed = await (await fetch(address)).text();
    const links = Array.from(feed.matchAll(/ href="([^"]+)"/g), ([, href = '']) => href);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((href) => !href.startsWith(`${url}/`))).toEqual([]);
    const cover = links.find((href) => href.includes('/covers/')) ?? '';
    expect((await fetch(cover)).headers.get('content-type')).toMatch(/^image\//);
  });

  test("gets Komga's answers to all recorded requests of a client", requirement, async () => {
    const differences: string[] = [];
    const seen = { request: 'PATCH /api/v1/books/{id}/read-progress', accept: '*/*' };
    for (const recorded of [{ ...seen, body: { page: 1 }, komga: 204 }, ...replayed]) {
      const filled = fillIds(recorded, library, new Date());
      const response = await sendFilled(url, filled, reader);
      await response.arrayBuffer();
      const expected = statusOf(recorded);
      if (response.status !== expected) {
        differences.push(`${recorded.request}: ${response.status}, not ${expected}`);
      }
    }
    expect(differences).toEqual([]);
  });

  test("keeps KOReader's place", requirement, async () => {
    const body = JSON.stringify({
      name: 'KOReader',
      permissions: ['progress-read', 'progress-write'],
    });
    const headers = { 'content-type': 'application/json' };
    const made = await json<{ key: string }>('/api/v1/api-keys', { method: 'POST', headers, body });
    const signIn = {
      'x-auth-user': name,
      'x-auth-key': createHash('md5').update(made.key).digest('hex'),
    };
    expect((await fetch(`${url}/koreader/users/auth`, { headers: signIn })).status).toBe(200);
    const place = { document: name, progress: '7', percentage: 0.5, device: 'Kobo' };
    const put = await fetch(`${url}/koreader/syncs/progress`, {
      method: 'PUT',
      headers: { ...signIn, ...headers },
      body: JSON.stringify(place),
    });
    expect(put.status).toBe(200);
    const got = await fetch(`${url}/koreader/syncs/progress/${name}`, { headers: signIn });
    expect(await got.json()).toMatchObject({ progress: '7', device: 'Kobo' });
  });

  test('sends a Kobo to addresses that work', requirement, async () => {
    const made = await json<CreatedKobo>('/api/v1/kobos', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Libra', permissions: ['books-read', 'books-download'] }),
    });
    expect(made.urls[0]?.startsWith(`${url}/kobo/octavo_`)).toBe(true);
    const kobo = createKoboReader(made.urls[0] ?? '');
    const resources = await kobo.start();
    expect(resources['library_sync']).toBe(`${kobo.endpoint}/v1/library/sync`);
    await kobo.sync();
    expect(kobo.books.size).toBeGreaterThan(0);
    for (const book of kobo.books.values()) {
      await kobo.download(book);
      expect((await kobo.cover(book)).status).toBe(200);
    }
  });

  test('is not deceived about the client', requirement, async () => {
    const claims = {
      'x-forwarded-for': '203.0.113.66',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      'x-forwarded-prefix': '/evil',
      forwarded: 'for=203.0.113.66;host=evil.example',
    };
    const { id } = await json<{ id: string }>('/opds/v2/auth', { headers: claims });
    expect(id).toBe(`${url}/opds/v2/auth`);
    const { api } = library.octavo;
    const { key } = await api.call(createApiKey, {
      body: { name, permissions: ['api-keys-read'] },
    });
    await fetch(`${url}/komga/api/v2/users/me`, { headers: { ...claims, 'x-api-key': key } });
    const activity = await fetch(`${url}/komga/api/v2/users/me/authentication-activity`, {
      headers: { 'x-api-key': key },
    });
    const { content } = (await activity.json()) as { content: { ip: string }[] };
    expect(content[0]?.ip).toBe('127.0.0.1');
  });
});
