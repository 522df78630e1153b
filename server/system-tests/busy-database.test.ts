import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { connect } from '../database/database.ts';
import type { Database } from '../database/types.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../testing/scanned-library.ts';
import { addUser } from '../testing/users.ts';
import { createApiKey, getApiKey } from '../../shared/api/api-keys.ts';
import { getProgress } from '../../shared/api/progress.ts';

// The first write waits five seconds for the lock.
vi.setConfig({ testTimeout: 60_000 });

let scanned: ScannedLibraryServer;
let id: string;
let other: Database;

beforeAll(async () => {
  scanned = await startScannedLibrary();
  scanned.add('Saga/Saga 1.cbz');
  await scanned.scan();
  await scanned.octavo.idle();
  ({ id } = await scanned.bookAt('Saga 1.cbz'));
  await scanned.read(id);
  other = connect(join(scanned.octavo.dataDir, 'octavo.db'));
});
afterEach(() => other.inTransaction && other.exec('ROLLBACK'));
afterAll(async () => {
  other.close();
  await scanned.stop();
});

const send = (path: string, method: string, body: object) =>
  fetch(scanned.octavo.url + path, {
    method,
    headers: {
      authorization: `Bearer ${scanned.octavo.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

const message =
  "Another task or program keeps Octavo's database busy, so this was not saved. Try again in a moment.";

describe('while another connection holds the write lock', () => {
  test('a write is refused with 503, what to do and when', async () => {
    other.exec('BEGIN IMMEDIATE');
    const response = await send(`/api/v1/books/${id}/progress`, 'PUT', { current_page: 2 });
    expect(await response.json()).toEqual({ error: 'ServiceUnavailable', message, details: null });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    other.exec('ROLLBACK');
    expect(await scanned.api.call(getProgress, { params: { id } })).toMatchObject({
      current_page: 1,
    });
    const again = await send(`/api/v1/books/${id}/progress`, 'PUT', { current_page: 2 });
    expect(again.status).toBe(200);
  });

  test('everybody else reads meanwhile, and the write succeeds if the lock is released in time', async () => {
    other.exec('BEGIN IMMEDIATE');
    let isWritten = false;
    const written = send(`/api/v1/books/${id}/progress`, 'PUT', { current_page: 1 }).finally(
      () => (isWritten = true),
    );
    for (let count = 0; count < 20; count += 1) {
      await scanned.books();
      await send('/api/v1/books/list', 'POST', {});
    }
    expect(isWritten).toBe(false);
    other.exec('ROLLBACK');
    expect((await written).status).toBe(200);
  });

  test('the Komga API says it in its own form', async () => {
    other.exec('BEGIN IMMEDIATE');
    const path = `/komga/api/v1/books/${id}/read-progress`;
    const response = await send(path, 'PATCH', { page: 1 });
    expect(await response.json()).toMatchObject({
      ...{ status: 503, error: 'Service Unavailable', message, path },
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test('the time at which a key was last used delays nobody, and is written when the lock is released', async () => {
    const { id: keyId, key } = await scanned.api.call(createApiKey, { body: { name: 'Phone' } });
    const usedAt = async () =>
      (await scanned.api.call(getApiKey, { params: { id: keyId } })).last_used_at;
    other.exec('BEGIN IMMEDIATE');
    const url = `${scanned.octavo.url}/api/v1/books`;
    const { status } = await fetch(url, { headers: { 'x-api-key': key } });
    expect(status).toBe(200);
    expect(await usedAt()).toBeNull();
    other.exec('ROLLBACK');
    await expect.poll(usedAt).not.toBeNull();
  });

  test('a streamed page is sent at once, and read when the lock is released', async () => {
    other.exec('BEGIN IMMEDIATE');
    const url = `${scanned.octavo.url}/opds/v1.2/books/${id}/pages/1`;
    const headers = { authorization: `Bearer ${scanned.octavo.token}` };
    const begun = performance.now();
    expect((await fetch(url, { headers })).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(2000);
    other.exec('ROLLBACK');
    const page = async () => (await scanned.api.call(getProgress, { params: { id } })).current_page;
    await expect.poll(page).toBe(2);
  });

  test('an app of the Komga API reads without a session, blocks nobody, and cannot begin one', async () => {
    const headers = await addUser(scanned.octavo.dataDir, { username: 'kim', role: 'reader' });
    const komga = (path: string) =>
      fetch(`${scanned.octavo.url}/komga/api/v1/${path}`, { headers });
    other.exec('BEGIN IMMEDIATE');
    const answers = Promise.all(['series', 'users/me'].map(komga));
    let slowest = 0;
    const state = { isAnswered: false };
    void answers.finally(() => (state.isAnswered = true));
    while (!state.isAnswered) {
      const begun = performance.now();
      await scanned.books();
      slowest = Math.max(slowest, performance.now() - begun);
    }
    expect((await answers).map(({ status }) => status)).toEqual([200, 503]);
    expect(slowest).toBeLessThan(2000);
    other.exec('ROLLBACK');
    const { status, headers: sent } = await komga('series');
    expect([status, sent.getSetCookie().length > 0]).toEqual([200, true]);
  });
});
