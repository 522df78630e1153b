import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createPairing, redeemPairing } from '../../../shared/api/pairing.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { createClient } from '../../../shared/client.ts';
import { addLibrary } from '../../conformance/fixture.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { asAdmin, useKomga } from '../../testing/komga-client.ts';
import { komgaRecordProblems } from '../../testing/komga/document.ts';

const { server } = useKomga();
const story = join(
  import.meta.dirname,
  '../../../../shared/fixtures/library/Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub',
);
const ids = { text: '', comic: '', series: '' };

beforeAll(async () => {
  mkdirSync(join(server().dir, 'Texts/Text'), { recursive: true });
  copyFileSync(story, join(server().dir, 'Texts/Text/Text 1.epub'));
  const library = await addLibrary(server(), 'Texts');
  const [book] = await server().list<{ id: string }>(`/books?library_id=${library}`);
  ids.text = book?.id ?? '';
  ids.comic = await server().idOf('Akira 01');
  ids.series = await server().idOf('Akira');
});
beforeEach(async () => {
  await server().send('DELETE', `/books/${ids.text}/progress`);
  await server().send('POST', `/series/${ids.series}/unread`);
});

interface Locator {
  href: string;
  type?: string;
  locations?: Record<string, unknown>;
}
interface Progression {
  modified: string;
  device: { id: string; name: string };
  locator: Locator;
}

const call = (method: string, path: string, body?: object, headers: object = asAdmin) =>
  fetch(server().url + path, {
    method,
    headers: { 'content-type': 'application/json', 'user-agent': 'Komelia/0.18', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const books = '/komga/api/v1/books';
const now = () => new Date().toISOString();
const device = { id: 'dev1', name: 'kc' };
const progressionOf = async (id: string) => {
  const text = await (await call('GET', `${books}/${id}/progression`)).text();
  const progression = JSON.parse(text) as Progression;
  expect(komgaRecordProblems('R2Progression', progression)).toBeNull();
  return { ...progression, text };
};
const put = async (id: string, locator: Locator, modified = now()) =>
  (await call('PUT', `${books}/${id}/progression`, { modified, device, locator })).status;
const ours = async (id: string) =>
  (await server().send<Progress>('GET', `/books/${id}/progress`)).body;
const recordOf = async (id: string) =>
  (
    (await (await call('GET', `${books}/${id}`)).json()) as {
      readProgress: { deviceId: string; deviceName: string; readDate: string } | null;
    }
  ).readProgress;
const positionsOf = async (id: string) =>
  ((await (await call('GET', `${books}/${id}/positions`)).json()) as { positions: Locator[] })
    .positions;

describe('the date of a position', () => {
  it.each([
    ['2026-01-22T12:00:00Z', '2026-01-22T12:00:00Z'],
    ['2026-01-22T12:32:27.005539641Z', '2026-01-22T12:32:27.005539641Z'],
    ['2026-01-22T12:00:00.120Z', '2026-01-22T12:00:00.120Z'],
    ['2026-01-22T14:00:00+02:00', '2026-01-22T12:00:00Z'],
  ])('sent as %s comes back as %s', async (sent, back) => {
    const locator = { href: 'page-2', type: 'image/jpeg', locations: { position: 2 } };
    expect(await put(ids.comic, locator, sent)).toBe(204);
    expect((await progressionOf(ids.comic)).modified).toBe(back);
    const opds = await call('GET', `/opds/v2/books/${ids.comic}/progression`);
    expect(await opds.json()).toMatchObject({ modified: back });
    // Records of books have whole seconds, those of our own API milliseconds.
    expect((await recordOf(ids.comic))?.readDate).toBe(back.replace(/\.\d+/, ''));
    expect((await ours(ids.comic)).updated_at).toMatch(/^2026-01-22T12:\d\d:\d\d\.\d{3}Z$/);
  });

  it('has no fraction where the server made it', async () => {
    const made = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    await call('PATCH', `${books}/${ids.comic}/read-progress`, { page: 2 });
    expect((await progressionOf(ids.comic)).modified).toMatch(made);
    await server().send('PUT', `/books/${ids.comic}/progress`, { current_page: 3 });
    expect((await progressionOf(ids.comic)).modified).toMatch(made);
  });

  it('decides about what is older to the last digit that both have', async () => {
    const time = (digits: string) =>
      put(ids.comic, { href: 'page', locations: { position: 2 } }, `2026-01-22T12:00:00${digits}Z`);
    expect(await time('.100000002')).toBe(204);
    expect(await time('.100000001')).toBe(409);
    expect(await time('.100000003')).toBe(204);
    expect(await time('')).toBe(204);
    expect((await progressionOf(ids.comic)).modified).toBe('2026-01-22T12:00:00Z');
  });

  it('survives marking the book and taking that back', async () => {
    const sent = '2026-01-22T12:32:27.005539641Z';
    await put(ids.comic, { href: 'page', locations: { position: 2 } }, sent);
    const marked = await server().send<{ undo_id: string }>('POST', '/progress/marks', {
      read: true,
      book_ids: [ids.comic],
    });
    expect((await progressionOf(ids.comic)).modified).not.toBe(sent);
    await server().send('DELETE', `/progress/marks/${marked.body.undo_id}`);
    expect(await progressionOf(ids.comic)).toMatchObject({ modified: sent, device });
  });

  it('cannot be longer than a date', async () => {
    const locator = { href: 'page', locations: { position: 2 } };
    expect(await put(ids.comic, locator, `2026-01-22T12:00:00.${'1'.repeat(100)}Z`)).toBe(400);
  });
});

describe('the device of a position', () => {
  it('is the one that the program names', async () => {
    const locator = { href: 'page', locations: { position: 2 } };
    await put(ids.comic, locator);
    expect((await progressionOf(ids.comic)).device).toEqual(device);
    expect(await recordOf(ids.comic)).toMatchObject({ deviceId: 'dev1', deviceName: 'kc' });
    expect((await ours(ids.comic)).device).toEqual(device);
    const tooLong = { id: 'x', name: 'y'.repeat(256) };
    const body = { modified: now(), device: tooLong, locator };
    expect((await call('PUT', `${books}/${ids.comic}/progression`, body)).status).toBe(400);
  });

  it.each([
    ['PATCH', `${books}/:id/read-progress`, { page: 2 }],
    ['PATCH', `${books}/:id/read-progress`, { completed: true }],
    ['PUT', '/api/v1/books/:id/progress', { current_page: 2 }],
    ['POST', '/api/v1/books/:id/read', undefined],
    ['PUT', `${books}/:id/progression`, { locator: { href: 'page', locations: { position: 2 } } }],
  ])('is that of the caller where none is named: %s %s %j', async (method, path, body) => {
    const write = async (headers: object) => {
      const sent = path.endsWith('progression') ? { modified: now(), ...body } : body;
      const response = await call(method, path.replace(':id', ids.comic), sent, headers);
      expect(response.status).toBeLessThan(300);
      return (await ours(ids.comic)).device;
    };
    expect(await write(asAdmin)).toEqual({ id: '', name: 'Komelia' });
    const { body: key } = await server().send<{ id: string; key: string }>('POST', '/api-keys', {
      name: 'Reader of keys',
    });
    const keyed = { 'x-api-key': key.key };
    expect(await write(keyed)).toEqual({ id: key.id, name: 'Reader of keys' });

    const api = createClient({
      baseUrl: server().url,
      fetch: checkedFetch,
      headers: () => ({ authorization: `Bearer ${server().token}` }),
    });
    const { token } = await api.call(createPairing, {
      body: { permissions: ['books-read', 'progress-read', 'progress-write'] },
    });
    const paired = await api.call(redeemPairing, { body: { token, device_name: 'Ada’s phone' } });
    const phone = { 'x-api-key': paired.api_key };
    expect(await write(phone)).toEqual({ id: paired.device.id, name: 'Ada’s phone' });
  });

  it('is unknown where many books were marked at once', async () => {
    await put(ids.comic, { href: 'page', locations: { position: 2 } });
    expect((await call('POST', `/komga/api/v1/series/${ids.series}/read-progress`)).status).toBe(
      204,
    );
    expect(await ours(ids.comic)).toMatchObject({ is_completed: true, device: null });
    expect((await progressionOf(ids.comic)).device).toEqual({ id: '', name: '' });
    expect(await recordOf(ids.comic)).toMatchObject({ deviceId: '', deviceName: '' });
  });
});

describe('the place of a text', () => {
  it('is refused where the book has no such part', async () => {
    const locations = { position: 2, progression: 0.25, totalProgression: 0.5 };
    expect(await put(ids.text, { href: 'nope.xhtml', locations })).toBe(400);
    expect(await put(ids.text, { href: '', locations })).toBe(400);
    expect((await server().send('GET', `/books/${ids.text}/progress`)).status).toBe(404);
  });

  it('learns how far it is in the book, and what it is, where its program did not say', async () => {
    const positions = await positionsOf(ids.text);
    const { href = '', locations } = positions[2] ?? {};
    const progression = Number(locations?.['progression']);
    expect(await put(ids.text, { href: `/${href}`, locations: { progression } })).toBe(204);
    const { locator } = await progressionOf(ids.text);
    expect(locator.type).toBe('application/xhtml+xml');
    expect(locator.locations).toMatchObject({
      position: 3,
      progression,
      totalProgression: 3 / positions.length,
    });
    const opds = await call('GET', `/opds/v2/books/${ids.text}/progression`);
    expect(await opds.json()).toMatchObject({
      locator: { locations: { totalProgression: 2 / positions.length } },
    });
  });

  it('leaves out what its program sent as null', async () => {
    const [first] = await positionsOf(ids.text);
    const locator = { ...first, title: null, text: null, koboSpan: null };
    expect(await put(ids.text, locator as unknown as Locator)).toBe(204);
    const kept = (await progressionOf(ids.text)).locator;
    expect(kept).not.toHaveProperty('title');
    expect(kept).not.toHaveProperty('text');
  });

  it('has its shares of the book as numbers with a point, at both ends', async () => {
    const positions = await positionsOf(ids.text);
    for (const locator of [positions[0], positions.at(-1)]) {
      if (locator)
        await put(ids.text, { ...locator, locations: { ...locator.locations, progression: 0 } });
      expect((await progressionOf(ids.text)).text).toContain('"progression":0.0');
      const opds = await call('GET', `/opds/v2/books/${ids.text}/progression`);
      expect(await opds.text()).toContain('"progression":0.0');
    }
    const list = await (await call('GET', `/opds/v2/books/${ids.text}/positions`)).text();
    expect(list).toContain('"totalProgression":0.0');
  });
});

describe('the place of a comic', () => {
  it('is the number of its page, whatever its address', async () => {
    const page = (position: number, href = 'page-2') =>
      put(ids.comic, { href, type: 'image/jpeg', locations: { position, totalProgression: 0.2 } });
    expect(await page(2)).toBe(204);
    expect((await ours(ids.comic)).current_page).toBe(2);
    expect(await page(3, `/api/v1/books/${ids.comic}/pages/1`)).toBe(204);
    expect((await ours(ids.comic)).current_page).toBe(3);
    expect(await page(9999)).toBe(400);
    expect(await page(0)).toBe(400);
  });

  it('at its end is a whole book', async () => {
    await put(ids.comic, { href: 'page', locations: { position: 4 } });
    expect((await progressionOf(ids.comic)).text).toContain('"totalProgression":1.0');
    expect(await ours(ids.comic)).toMatchObject({ is_completed: true });
  });
});

it('reports to trackers how far a series was read in numbers with a point', async () => {
  const path = `/komga/api/v2/series/${ids.series}/read-progress/tachiyomi`;
  await call('PUT', path, { lastBookNumberSortRead: 1 });
  const text = await (await call('GET', path)).text();
  expect(text).toMatch(/"lastReadContinuousNumberSort":1\.0,"maxNumberSort":3\.0/);
});

it('answers to marks of a page as Komga does', async () => {
  const statuses = [];
  const series = await server().idOf('Blacksad');
  const [first] = await server().list<{ id: string; page_count: number }>(
    `/series/${series}/books`,
  );
  const path = `${books}/${first?.id ?? ''}/read-progress`;
  for (const body of [{ page: 9999 }, {}, { page: 1, completed: false }, { completed: true }]) {
    statuses.push((await call('PATCH', path, body)).status);
  }
  expect(statuses).toEqual([400, 400, 204, 204]);
});
