import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLibrary } from '../../../shared/api/libraries.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { createEventBus } from '../../lib/event-bus.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createSseHub } from './sse-hub.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

describe('event streams', () => {
  it('open with a comment, for a bearer token and for the cookie', async () => {
    const login = await checkedFetch(`${octavo.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const ways: Record<string, string>[] = [
      { authorization: `Bearer ${octavo.token}` },
      { cookie },
    ];
    for (const headers of ways) {
      const abort = new AbortController();
      const response = await checkedFetch(`${octavo.url}/api/v1/events/stream`, {
        headers,
        signal: abort.signal,
      });
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      const first = await response.body?.getReader().read();
      expect(new TextDecoder().decode(first?.value)).toBe(': connected\n\n');
      abort.abort();
    }
  });

  it('carry what changed and what the server works at in one connection', async () => {
    const stream = await checkedFetch(`${octavo.url}/api/v1/events/live`, {
      headers: { authorization: `Bearer ${octavo.token}` },
    });
    const { id } = await octavo.api.call(createLibrary, {
      body: { name: 'Comics', path: mkdtempSync(join(tmpdir(), 'octavo-live-')) },
    });
    await octavo.api.call(startScan, { params: { id } });
    const reader = stream.body?.getReader();
    const names = ['library_created', 'scan_progress', 'task_progress', 'task_queue_changed'];
    let told = '';
    while (!names.every((name) => told.includes(`event: ${name}\n`))) {
      told += new TextDecoder().decode((await reader?.read())?.value);
    }
    await reader?.cancel();
    expect(told).toContain(id);
  });

  it('replay what came after a time, for a page that loads before its stream is open', async () => {
    const read = async (since: string) => {
      const abort = new AbortController();
      const { status, body } = await checkedFetch(
        `${octavo.url}/api/v1/events/live?since=${since}`,
        { headers: { authorization: `Bearer ${octavo.token}` }, signal: abort.signal },
      );
      const reader = body?.getReader();
      const text = new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
      return { status, text };
    };
    const start = new Date().toISOString();
    const path = mkdtempSync(join(tmpdir(), 'octavo-live-'));
    const { id } = await octavo.api.call(createLibrary, { body: { name: 'Since', path } });
    expect((await read(start)).text).toContain(id);
    expect((await read('2100-01-01T00:00:00Z')).text).toBe(': connected\n\n');
    expect((await read('yesterday')).status).toBe(400);
  });

  it('are refused without credentials', async () => {
    expect((await checkedFetch(`${octavo.url}/api/v1/events/stream`)).status).toBe(401);
  });

  it('end when their session ends', async () => {
    const login = await checkedFetch(`${octavo.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
    });
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    const stream = await checkedFetch(`${octavo.url}/api/v1/events/stream`, { headers });
    const whole = stream.text();
    await checkedFetch(`${octavo.url}/api/v1/auth/logout`, { method: 'POST', headers });
    expect(await whole).toBe(': connected\n\n');
  });
});

describe('the hub', () => {
  const ids = {
    book_id: '019a0000-0000-7000-8000-000000000001',
    series_id: '019a0000-0000-7000-8000-000000000002',
    library_id: '019a0000-0000-7000-8000-000000000003',
  };
  const names = ['book_created', 'progress_updated'];
  const callerWith = (user_pk: number, permissions: string[]) =>
    ({ user_pk, permissions: new Set(permissions), jti: 'j' }) as never;

  /**
   * A response that records what is written; `backlog` is the amount that the client has not read.
   */
  const fakeResponse = (backlog = 0) => {
    const written: string[] = [];
    return {
      written,
      destroyed: false,
      writableLength: backlog,
      writeHead: () => undefined,
      write: (text: string) => written.push(text),
      end: () => undefined,
      on: () => undefined,
      destroy() {
        this.destroyed = true;
      },
    };
  };

  it('sends only what the caller may read, and progress to its own user alone', () => {
    const bus = createEventBus();
    const hub = createSseHub({ bus, stillValid: () => true });
    const reader = fakeResponse();
    const blind = fakeResponse();
    hub.open(callerWith(1, ['books-read', 'progress-read']), names, reader as never, undefined);
    hub.open(callerWith(2, ['progress-read']), names, blind as never, undefined);
    bus.emit('book_created', ids);
    bus.emit('progress_updated', { ...ids, current_page: 3, is_completed: false, device: null }, 1);
    hub.close();
    expect(reader.written.filter((text) => text.startsWith('id:'))).toHaveLength(2);
    expect(blind.written).toEqual([': connected\n\n']);
  });

  it('replays what came after the last event seen, of this run only', () => {
    const bus = createEventBus();
    const hub = createSseHub({ bus, stillValid: () => true });
    const first = fakeResponse();
    hub.open(callerWith(1, ['books-read']), names, first as never, undefined);
    bus.emit('book_created', ids);
    bus.emit('book_created', ids);
    const seen = /^id: (\S+)/.exec(first.written[1] ?? '')?.[1];
    const again = fakeResponse();
    const stranger = fakeResponse();
    hub.open(callerWith(1, ['books-read']), names, again as never, seen);
    hub.open(callerWith(1, ['books-read']), names, stranger as never, 'other-1');
    hub.close();
    expect(again.written).toHaveLength(2);
    expect(again.written[1]).toBe(first.written[2]);
    expect(stranger.written).toHaveLength(1);
  });

  it('drops a client that does not read', () => {
    const bus = createEventBus();
    const hub = createSseHub({ bus, stillValid: () => true });
    const stuck = fakeResponse(2 * 1024 * 1024);
    hub.open(callerWith(1, ['books-read']), names, stuck as never, undefined);
    bus.emit('book_created', ids);
    hub.close();
    expect(stuck.destroyed).toBe(true);
  });
});
