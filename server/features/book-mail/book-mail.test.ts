import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { BookMail, ReaderAddress } from '../../../shared/api/book-mail.ts';
import { startMailReceiver, type MailReceiver } from '../../testing/mail-receiver.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let smtp: MailReceiver;
beforeAll(async () => {
  scanned = await startScannedLibrary();
  smtp = await startMailReceiver();
  scanned.add('Saga/Saga 1.cbz');
  await scanned.scan();
  await send('POST', '/users', { username: 'lucy', email: 'lucy@example.com', password });
});
afterAll(async () => {
  await scanned.stop();
  await smtp.close();
});

const send = createSendJson(() => scanned.octavo);
const asLucy = <Body>(method: string, path: string, body?: unknown) =>
  send<Body>(method, path, body, basic('lucy'));
const set = async (settings: Record<string, unknown>) => {
  for (const [key, value] of Object.entries(settings)) {
    await send('PUT', `/admin/settings/${key}`, { value });
  }
};
const useMailServer = () => set(smtp.settings);
const add = async (name: string, address: string) =>
  (await asLucy<ReaderAddress>('POST', '/reader-addresses', { name, address })).body;
const list = async () =>
  (
    await asLucy<{ addresses: ReaderAddress[]; mails: BookMail[]; max_file_bytes: number | null }>(
      'GET',
      '/reader-addresses',
    )
  ).body;

test('a book arrives as it is on the disk', async () => {
  const book = await scanned.bookAt('Saga 1.cbz');
  const own = await add('Tablet', 'lucy@example.com');
  const early = await asLucy('POST', `/books/${book.id}/mail`, { address_id: own.id });
  expect(early.status).toBe(422);
  expect((await list()).max_file_bytes).toBeNull();

  await useMailServer();
  const queued = await asLucy<BookMail>('POST', `/books/${book.id}/mail`, { address_id: own.id });
  expect(queued).toMatchObject({ status: 200, body: { status: 'pending', book: { id: book.id } } });
  await expect.poll(async () => (await list()).mails[0]?.status).toBe('sent');
  const [mail] = smtp.mails;
  expect(mail?.to).toEqual(['lucy@example.com']);
  expect(mail?.text).toContain('filename="Saga 1.cbz"');
  const file = readFileSync(join(scanned.root, 'Saga/Saga 1.cbz')).toString('base64');
  // Without the padding, which looks like a line break of quoted-printable.
  expect(mail?.text.replace(/\s/g, '')).toContain(file.replace(/=+$/, ''));
});

test('a Kindle gets no comic archives, and the mail server nothing too large', async () => {
  const book = await scanned.bookAt('Saga 1.cbz');
  const kindle = await add('Kindle', 'lucy_12@kindle.com');
  const path = `/books/${book.id}/mail`;
  expect((await asLucy('POST', path, { address_id: kindle.id })).body).toMatchObject({
    message: expect.stringContaining('EPUB and PDF') as string,
  });
  const [own] = (await list()).addresses;
  await set({ 'smtp.max_message_mb': 1 });
  expect((await list()).max_file_bytes).toBe(720_000);
  expect((await asLucy('POST', path, { address_id: own?.id })).status).toBe(200);
  await set({ 'smtp.max_message_mb': 25 });
  await asLucy('DELETE', `/reader-addresses/${kindle.id}`);
});

test('new books of a series are sent by themselves', async () => {
  const [own] = (await list()).addresses;
  const [series] = await scanned.series();
  const path = `/series/${series?.id}/mail`;
  expect((await asLucy('PUT', path, { address_ids: [own?.id] })).status).toBe(204);
  expect((await list()).addresses[0]?.series_ids).toEqual([series?.id]);
  copyFileSync(join(scanned.root, 'Saga/Saga 1.cbz'), join(scanned.root, 'Saga/Saga 2.cbz'));
  await scanned.scan();
  await expect.poll(() => smtp.mails.at(-1)?.text).toContain('filename="Saga 2.cbz"');
  await asLucy('PUT', path, { address_ids: [] });
  expect((await list()).addresses[0]?.series_ids).toEqual([]);
});

test('a mail server that checks a book for long gets it once', async () => {
  const [own] = (await list()).addresses;
  const book = await scanned.bookAt('Saga 1.cbz');
  const before = smtp.mails.length;
  smtp.takeTime(11_000);
  await asLucy('POST', `/books/${book.id}/mail`, { address_id: own?.id });
  await vi.waitFor(async () => expect((await list()).mails[0]?.status).toBe('sent'), 20_000);
  smtp.takeTime(0);
  expect(smtp.mails).toHaveLength(before + 1);
});

test('a Kindle, which takes no Kindle books by e-mail, gets the EPUB of one, and others the file', async () => {
  const sample = join(import.meta.dirname, '../../testing/ebooks/ledger.azw3');
  mkdirSync(join(scanned.root, 'Ledger'));
  copyFileSync(sample, join(scanned.root, 'Ledger/ledger.azw3'));
  await scanned.scan();
  const book = await scanned.bookAt('ledger.azw3');
  const kindle = await add('Kindle', 'lucy_12@kindle.com');
  const [own] = (await list()).addresses;
  for (const [address, filename] of [
    [kindle, 'ledger.epub'],
    [own, 'ledger.azw3'],
  ] as const) {
    await asLucy('POST', `/books/${book.id}/mail`, { address_id: address?.id });
    await expect.poll(() => smtp.mails.at(-1)?.text).toContain(`filename=${filename}`);
    expect(smtp.mails.at(-1)?.to).toEqual([address?.address]);
  }
  await asLucy('DELETE', `/reader-addresses/${kindle.id}`);
});

test('only an admin adds addresses of others, and people have their own', async () => {
  const stranger = { name: 'Friend', address: 'friend@example.org' };
  expect((await asLucy('POST', '/reader-addresses', stranger)).status).toBe(403);
  const added = await send<ReaderAddress>('POST', '/reader-addresses', stranger);
  expect(added.status).toBe(201);
  expect((await send('POST', '/reader-addresses', stranger)).status).toBe(409);
  const book = await scanned.bookAt('Saga 1.cbz');
  const path = `/books/${book.id}/mail`;
  expect((await asLucy('POST', path, { address_id: added.body.id })).status).toBe(404);
  expect((await asLucy('DELETE', `/reader-addresses/${added.body.id}`)).status).toBe(404);
  expect((await send('DELETE', `/reader-addresses/${added.body.id}`)).status).toBe(204);
});

test('an address that only its person entered is confirmed before anything is sent to it', async () => {
  const created = { username: 'mallory', email: 'mallory@example.com', password };
  await send('POST', '/users', created);
  const asMallory = <Body>(method: string, path: string, body?: unknown) =>
    send<Body>(method, path, body, basic('mallory'));
  const enter = (email: string) =>
    asMallory('PUT', '/auth/me', { current_password: password, email });
  const tablet = (address: string) =>
    asMallory('POST', '/reader-addresses', { name: 'Tablet', address });
  const mailTo = (address: string) =>
    asMallory('POST', '/notifications/destinations', {
      kind: 'mail',
      name: 'Mail',
      address,
      events: ['new_books'],
    });

  // An admin entered this one.
  expect((await tablet('Mallory@example.com')).status).toBe(201);
  expect((await enter('victim@example.org')).status).toBe(200);
  const before = smtp.mails.length;
  await set({ 'smtp.host': '' });
  const unsent = await tablet('victim@example.org');
  expect(unsent.body).toMatchObject({
    message: expect.stringMatching(/^No mail server/) as string,
  });
  await useMailServer();
  const refused = await tablet('victim@example.org');
  expect(refused).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/link that was sent/) as string },
  });
  expect((await mailTo('VICTIM@example.org')).status).toBe(403);
  await expect.poll(() => smtp.mails.length).toBeGreaterThan(before);
  expect(smtp.mails.slice(before).every(({ text }) => text.includes('/verify-email'))).toBe(true);
  expect((await mailTo('friend@example.org')).status).toBe(403);

  // Another address at once does not use the link of the first one.
  const [first] = smtp.mails.slice(before);
  expect(first?.to).toEqual(['victim@example.org']);
  const tokenIn = (letter: string) =>
    /token=([\w-]+)/.exec(letter.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[1];
  expect((await enter('mallory@example.org')).status).toBe(200);
  expect(
    (await send('POST', '/auth/verify-email', { token: tokenIn(first?.text ?? '') })).status,
  ).toBe(400);

  const sent = smtp.mails.length;
  expect((await tablet('mallory@example.org')).status).toBe(403);
  await expect.poll(() => smtp.mails[sent]?.to).toEqual(['mallory@example.org']);
  const token = tokenIn(smtp.mails[sent]?.text ?? '');
  expect((await send('POST', '/auth/verify-email', { token })).status).toBe(200);
  expect((await tablet('mallory@example.org')).status).toBe(201);
  expect((await mailTo('mallory@example.org')).status).toBe(201);
});

test('a failure is reported, and what was sent is gone with its address', async () => {
  const [own] = (await list()).addresses;
  const book = await scanned.bookAt('Saga 1.cbz');
  await set({ 'smtp.port': 1 });
  await asLucy('POST', `/books/${book.id}/mail`, { address_id: own?.id });
  await expect.poll(async () => (await list()).mails[0]?.error).toMatch(/could not be reached/);
  expect((await list()).mails[0]?.status).toBe('pending');
  await asLucy('DELETE', `/reader-addresses/${own?.id}`);
  expect(await list()).toMatchObject({ addresses: [], mails: [] });
});
