import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import { createBackup } from '../../../shared/api/backups.ts';
import { followSeries, listFollowedIds } from '../../../shared/api/followed-series.ts';
import {
  createDestination,
  listDestinations,
  maxDestinations,
  type CreateDestination,
  type NotificationDestination,
} from '../../../shared/api/notifications.ts';
import { createReleaseSource } from '../../../shared/api/release-sources.ts';
import { recordRelease } from '../../../shared/api/releases.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { startMailReceiver, type MailReceiver } from '../../testing/mail-receiver.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let receiver: Receiver;
let smtp: MailReceiver;

const send = createSendJson(() => scanned.octavo);
const set = async (settings: Record<string, unknown>) => {
  const updates = Object.entries(settings).map(([key, value]) => ({ key, value }));
  expect((await send('POST', '/admin/settings/bulk', { updates })).status).toBe(200);
};
const base = '/notifications/destinations';
const add = (given: Partial<CreateDestination>, headers = basic('lucy')) =>
  send<NotificationDestination>(
    'POST',
    base,
    { name: 'Phone', kind: 'webhook', address: receiver.url, events: [], ...given },
    headers,
  );
const list = async (headers = basic('lucy')) =>
  (await send<{ destinations: NotificationDestination[] }>('GET', base, undefined, headers)).body
    .destinations;
const clear = async (headers = basic('lucy')) => {
  for (const { id } of await list(headers)) {
    await send('DELETE', `${base}/${id}`, undefined, headers);
  }
};

beforeAll(async () => {
  scanned = await startScannedLibrary();
  smtp = await startMailReceiver();
  await send('POST', '/users', { username: 'lucy', email: 'lucy@example.com', password });
  await send('POST', '/users', { username: 'boss', password, role: 'admin' });
  scanned.add('Saga/Saga 1.cbz', 'Berserk/Berserk 1.cbz');
  await scanned.scan();
});
afterAll(async () => {
  await scanned.stop();
  await smtp.close();
});
beforeEach(async () => {
  receiver = await startReceiver();
  smtp.mails.length = 0;
  await set({ 'notifications.allow_private_addresses': true, 'smtp.host': '' });
  return async () => {
    await clear();
    await clear(basic('boss'));
    await receiver.close();
  };
});

const seriesId = async (name: string) =>
  (await scanned.series()).find((series) => series.name === name)?.id ?? '';
const arrived = async (count = 1) => {
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(count);
  return receiver.received;
};

describe('a destination', () => {
  test('never shows its secrets, and belongs to one person', async () => {
    const created = await add({
      address: `${receiver.url}/hook/s3cret?key=s3cret`,
      token: 't0ken',
    });
    expect(created.status).toBe(201);
    expect(created.location).toBe(`/api/v1${base}/${created.body.id}`);
    expect(created.body).toMatchObject({ address: receiver.url, has_token: true, enabled: true });
    const path = `${base}/${created.body.id}`;
    const renamed = await send('PUT', path, { name: 'Old phone' }, basic('lucy'));
    expect(renamed.body).toMatchObject({ name: 'Old phone', has_token: true });
    const tested = await send('POST', `${path}/test`, undefined, basic('lucy'));
    expect(tested.status).toBe(200);
    expect(JSON.stringify([created, renamed, tested, await list()])).not.toMatch(/s3cret|t0ken/);
    const [message] = await arrived();
    expect(message).toMatchObject({ path: '/hook/s3cret?key=s3cret' });
    expect(message?.headers.authorization).toBe('Bearer t0ken');
    // The token of one server is not sent to another.
    const moved = await send('PUT', path, { address: `${receiver.url}/b` }, basic('lucy'));
    expect(moved.body).toMatchObject({ has_token: false });

    expect(await list(basic('boss'))).toEqual([]);
    for (const [method, sent] of [['PUT', {}], ['DELETE'], ['POST']] as const) {
      const endpoint = method === 'POST' ? `${path}/test` : path;
      expect((await send(method, endpoint, sent, basic('boss'))).status).toBe(404);
    }
  });

  test.each([
    [{ address: 'ftp://example.com/' }, 400, /begins with http/],
    [{ address: 'example.com' }, 400, /begins with http/],
    [{ address: 'https://ada:pw@example.com/' }, 400, /without a name and password/],
    [{ kind: 'ntfy', address: 'https://ntfy.sh/' }, 400, /address of a topic/],
    [{ kind: 'ntfy', address: 'https://ntfy.sh/a%zz' }, 400, /address of a topic/],
    [{ kind: 'mail', address: 'nobody' }, 400, /e-mail address/],
    [{ kind: 'mail', address: 'stranger@example.com' }, 403, /Only admins/],
    [{ token: 'a\nb' }, 400, /without spaces/],
    [{ events: ['backup_failed'] }, 403, /Only admins/],
  ] as const)('%j of a reader is refused', async (fields, status, message) => {
    const refused = await add(fields as Partial<CreateDestination>);
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.body)).toMatch(message);
  });

  test('is refused to API keys, and beyond ten', async () => {
    const key = await send<CreatedApiKey>('POST', '/api-keys', { name: 'k' }, basic('lucy'));
    expect((await add({}, { 'x-api-key': key.body.key })).status).toBe(403);
    for (let count = 0; count < maxDestinations; count += 1) {
      expect((await add({})).status).toBe(201);
    }
    expect((await add({})).status).toBe(409);
  });

  test('on this machine is refused with the setting that allows it', async () => {
    await send('POST', '/users', { username: 'quincey', password });
    const quincey = basic('quincey');
    const path = `${base}/${(await add({}, quincey)).body.id}`;
    await set({ 'notifications.allow_private_addresses': false });
    const setting = 'notifications.allow_private_addresses';
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '192.168.1.1', '0x7f000001']) {
      const refused = await add({ address: `http://${host}:9/hook` }, quincey);
      expect([host, refused.status]).toEqual([host, 400]);
      expect(JSON.stringify(refused.body)).toContain(setting);
    }
    expect((await send('PUT', path, { address: 'http://10.0.0.1/' }, quincey)).status).toBe(400);
    // One from before stays, and is refused when a message is sent.
    expect((await send('PUT', path, { name: 'Hook' }, quincey)).status).toBe(200);
    const tested = await send('POST', `${path}/test`, undefined, quincey);
    expect(tested).toMatchObject({ status: 422 });
    expect(JSON.stringify(tested.body)).toContain(setting);
    expect((await list(quincey))[0]?.last_error).toContain('address of this machine');
    expect(receiver.received).toEqual([]);
  });

  test('that redirects is not followed, and tests are rate-limited', async () => {
    await send('POST', '/users', { username: 'mina', password });
    const mina = basic('mina');
    const { id } = (await add({}, mina)).body;
    Object.assign(receiver.answer, { status: 302, headers: { location: `${receiver.url}/b` } });
    const tested = await send('POST', `${base}/${id}/test`, undefined, mina);
    expect(tested.status).toBe(422);
    expect(JSON.stringify(tested.body)).toContain('redirects to another address');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
    expect((await send('POST', `${base}/${id}/test`, undefined, mina)).status).toBe(429);
  });
});

describe('is reported', () => {
  test('new books of followed series, to each kind of destination', async () => {
    await set(smtp.settings);
    const events: CreateDestination['events'] = ['new_books'];
    await add({ events, address: `${receiver.url}/hook` });
    const ntfy = { kind: 'ntfy', address: `${receiver.url}/sub/my-topic`, token: 'tk_1' } as const;
    await add({ events, ...ntfy, language: 'de' });
    await add({ events, kind: 'discord', address: `${receiver.url}/api/webhooks/1/x` });
    await add({ events, kind: 'mail', address: 'lucy@example.com' });
    const id = await seriesId('Saga');
    expect((await send('PUT', `/series/${id}/follow`, undefined, basic('lucy'))).status).toBe(204);
    scanned.add('Saga/Saga 2.cbz', 'Saga/Saga 3.cbz', 'Berserk/Berserk 2.cbz');
    await scanned.scan();

    const messages = await arrived(3);
    const messageTo = (path: string) => messages.find((message) => message.path === path);
    expect(messageTo('/hook')?.body).toMatchObject({
      server: 'Octavo',
      title: 'Saga: 2 new books',
      notifications: [{ event: 'new_books', text: 'Saga 2\nSaga 3', about: { series: { id } } }],
    });
    expect(messageTo('/sub')?.body).toEqual({
      topic: 'my-topic',
      title: 'Saga: 2 neue Bücher',
      message: 'Saga 2\nSaga 3',
    });
    expect(messageTo('/sub')?.headers.authorization).toBe('Bearer tk_1');
    expect(messageTo('/api/webhooks/1/x')?.body).toEqual({
      embeds: [{ title: 'Saga: 2 new books', description: 'Saga 2\nSaga 3' }],
      allowed_mentions: { parse: [] },
    });
    await expect.poll(() => smtp.mails.length).toBe(1);
    expect(smtp.mails[0]).toMatchObject({ to: ['lucy@example.com'] });
    expect(smtp.mails[0]?.subject).toBe('Saga: 2 new books');
    await expect
      .poll(async () => (await list()).map((entry) => [entry.pending_count, entry.last_error]))
      .toEqual(Array(4).fill([0, null]));
  });

  test('scans that stopped, backups that failed and new problems, to admins', async () => {
    const events: CreateDestination['events'] = ['scan_failed', 'backup_failed', 'health'];
    for (const event of events) {
      await add({ events: [event], address: `${receiver.url}/${event}` }, basic('boss'));
    }
    const broken = join(scanned.root, 'Saga/Saga 9.cbz');
    writeFileSync(broken, 'no archive');
    const before = new Date(Date.now() - 60_000);
    utimesSync(broken, before, before);
    await scanned.scan();
    await arrived(1);

    const folder = join(scanned.root, '../backups');
    mkdirSync(folder);
    await set({ 'backups.folder': folder });
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    await scanned.api.call(createBackup);
    await arrived(2);
    await set({ 'backups.folder': '' });

    rmSync(scanned.root, { recursive: true });
    await scanned.api.call(startScan, { params: { id: scanned.library.id } });
    const messages = await arrived(3);
    const paths = ['/health', '/backup_failed', '/scan_failed'];
    expect(messages.map(({ path }) => path)).toEqual(paths);
    const notes = messages.map(({ body }) => body['notifications']);
    expect(notes[0]).toMatchObject([{ text: 'Health lists 1 problem.' }]);
    expect(notes[1]).toMatchObject([{ title: 'A backup failed' }]);
    expect(notes[2]).toMatchObject([{ title: 'The scan of Shelf stopped' }]);
    expect(JSON.stringify(notes[1])).toMatch(/"reason":"[^"]+"/);
    expect(JSON.stringify(notes[2])).toContain('was not found');
  });

  test('releases of followed series, which need no tracking', async () => {
    await scanned.api.call(createDestination, {
      body: { name: 'Hook', kind: 'webhook', address: receiver.url, events: ['release'] },
    });
    const id = await seriesId('Berserk');
    await scanned.api.call(followSeries, { params: { id } });
    expect(await scanned.api.call(listFollowedIds)).toEqual({ ids: [id] });
    const source = await scanned.api.call(createReleaseSource, {
      body: { display_name: 'F', source_tag: 'f', url: 'http://127.0.0.1:9/', cron_schedule: null },
    });
    await scanned.api.call(recordRelease, {
      body: {
        ...{ seriesId: id, sourceId: source.id, externalReleaseId: 'f:1' },
        ...{ payloadUrl: 'https://example.com/1', volumes: [{ start: 4, end: 4 }] },
      },
    });
    const [message] = await arrived();
    expect(message?.body).toMatchObject({
      title: 'Berserk: new release',
      notifications: [{ text: 'Vol. 4\nhttps://example.com/1' }],
    });
    const { destinations } = await scanned.api.call(listDestinations);
    expect(destinations[0]?.last_sent_at).not.toBeNull();
  });
});
