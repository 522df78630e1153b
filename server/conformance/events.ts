import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { expect, vi } from 'vitest';

import { startTestServer } from '../testing/server.ts';
import { readStream, whileListening, type EventStream } from './event-stream.ts';
import { timestamp, uuid } from './formats.ts';
import { addLibrary, patience, writeBook, type Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

/** Event streams and what they carry. */
export const events: DescribeArea = ({ describeRow }, fixture) => {
  const during = (path: string, work: (stream: EventStream) => Promise<void>) =>
    whileListening(fixture(), path, work);
  const scan = async (id: string) => {
    await fixture().send('POST', `/libraries/${id}/scan`);
    await fixture().idle();
  };
  let made = 0;
  /** A library with one series of two books, in its own folder. */
  const makeLibrary = async () => {
    made += 1;
    const name = `Made ${made}`;
    const file = (number: number) => join(fixture().dir, name, 'Nana', `Nana 0${number}.cbz`);
    writeBook(file(1), 2);
    writeBook(file(2), 3);
    return { id: await addLibrary(fixture(), name), file };
  };
  /** Expects the fields that the specification requires in a book event. */
  const expectBookEvent = (type: string, data: Json) => {
    expect(data.type).toBe(type);
    for (const id of [data.book_id, data.series_id, data.library_id]) expect(id).toMatch(uuid);
    expect(data.timestamp).toMatch(timestamp);
  };

  describeRow(
    ['Events: GET /events/stream', 'Events 2: Entity events'],
    'a text/event-stream that stays open, in frames of event and data, for signed-in users',
    async () => {
      const { response, text, close } = await readStream(fixture(), '/events/stream');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      const { id } = await makeLibrary();
      await expect.poll(text, patience).toContain(`"library_id":"${id}"`);
      expect(text()).toMatch(/(^|\n)event: library_created\ndata: \{.*\}\n\n/);
      close();
      const refused = await fixture().send('GET', '/events/stream', undefined, {});
      expect(refused.status).toBe(401);
    },
  );

  describeRow(
    'Events 2: Task progress',
    'task_progress with task_id, task_type, status and progress',
    () =>
      during('/tasks/stream', async (stream) => {
        const { id } = await makeLibrary();
        const [task] = await fixture().list(`/tasks?task_type=scan_library&library_id=${id}`);
        const subject = { task_id: task?.id };
        await stream.next('task_progress', { ...subject, status: 'running' });
        const last = await stream.next('task_progress', { ...subject, status: 'completed' });
        expect(last).toEqual({
          task_id: task?.id,
          task_type: 'scan_library',
          status: 'completed',
          progress: { current: 2, total: 2, message: expect.any(String) as string },
        });
      }),
  );

  describeRow('Events 2: Scan progress', 'scan_progress of the scanned library', () =>
    during('/scans/stream', async (stream) => {
      const { id } = await makeLibrary();
      const subject = { library_id: id };
      await stream.next('scan_progress', { ...subject, status: 'pending' });
      const last = await stream.next('scan_progress', { ...subject, status: 'completed' });
      expect(last).toMatchObject({ files_total: 2, books_added: 2 });
    }),
  );

  const row = (event: string) => `Events, entity event types: ${event}`;

  describeRow(
    [row('book_created'), row('series_created'), row('library_created')],
    'a new library, and a series and its books that a scan finds there',
    () =>
      during('/events/stream', async (stream) => {
        const { id: library_id } = await makeLibrary();
        await stream.next('library_created', { library_id });
        const { series_id } = await stream.next('series_created', { library_id });
        const [series] = await fixture().list(`/series?library_id=${library_id}`);
        expect(series_id).toBe(series?.id);
        for (const { id: book_id } of await fixture().list(`/books?library_id=${library_id}`)) {
          const created = await stream.next('book_created', { book_id, series_id, library_id });
          expectBookEvent('book_created', created);
        }
      }),
  );

  describeRow(
    [row('book_updated'), row('series_updated')],
    'a book whose metadata changed, and its series, which thereby got a publisher',
    async () => {
      const { id: library_id, file } = await makeLibrary();
      await during('/events/stream', async (stream) => {
        writeBook(file(1), 2, '<Title>Another title</Title><Publisher>Shueisha</Publisher>');
        await scan(library_id);
        const { book_id, series_id, ...rest } = await stream.next('book_updated', { library_id });
        expectBookEvent('book_updated', { book_id, series_id, ...rest });
        expect(await fixture().get(`/books/${String(book_id)}`)).toMatchObject({
          title: 'Another title',
        });
        await stream.next('series_updated', { series_id, library_id });
        expect(await fixture().get(`/series/${String(series_id)}`)).toMatchObject({
          publisher: 'Shueisha',
        });
      });
    },
  );

  describeRow(
    [row('book_deleted'), row('series_deleted')],
    'a book whose file is gone, and a series whose last book is gone',
    async () => {
      const { id: library_id, file } = await makeLibrary();
      await during('/events/stream', async (stream) => {
        const books = await fixture().list(`/books?library_id=${library_id}&sort=number,asc`);
        const [first, second] = books.map(({ id }) => id);
        rmSync(file(1));
        await scan(library_id);
        expectBookEvent('book_deleted', await stream.next('book_deleted', { book_id: first }));
        expect(stream.of('series_deleted')).toEqual([]);
        // Keeps the folder, because the library would count as disconnected without it.
        mkdirSync(join(file(2), '../../Other'), { recursive: true });
        writeBook(join(file(2), '../../Other/Other 01.cbz'), 2);
        rmSync(file(2));
        await scan(library_id);
        await stream.next('book_deleted', { book_id: second });
        await stream.next('series_deleted', { series_id: books[0]?.series_id, library_id });
      });
    },
  );

  describeRow(row('library_updated'), 'a library whose settings changed', async () => {
    const { id } = await makeLibrary();
    // The first check of a library can publish that its folder is available.
    await fixture().get(`/libraries/${id}`);
    await during('/events/stream', async (stream) => {
      await fixture().send('PUT', `/libraries/${id}`, { reading_direction: 'rtl' });
      const data = await stream.next('library_updated', { library_id: id });
      expect(data.timestamp).toMatch(timestamp);
    });
  });

  describeRow(
    row('cover_updated'),
    'a book whose cover was created, or updated after its file changed',
    async () => {
      const { id: library_id, file } = await makeLibrary();
      await during('/events/stream', async (stream) => {
        writeBook(file(1), 4);
        await scan(library_id);
        const { book_id } = await stream.next('cover_updated', { library_id, entity: 'book' });
        const cover = await fixture().bytes(`/books/${String(book_id)}/thumbnail`);
        expect(cover.status).toBe(200);
      });
    },
  );

  describeRow(
    'Limits: SSE keep-alive interval',
    'an open stream gets the comment line ": keep-alive" every 15 seconds',
    async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const server = await startTestServer();
      try {
        const { text, close } = await readStream(server, '/events/stream');
        const becomes = async (wanted: string) => {
          // Vitest's own polling would advance the fake clock.
          while (text() !== wanted) await setTimeout(5);
        };
        await becomes(': connected\n\n');
        vi.advanceTimersByTime(14_999);
        await server.request('/health');
        expect(text()).toBe(': connected\n\n');
        vi.advanceTimersByTime(1);
        await becomes(': connected\n\n: keep-alive\n\n');
        vi.advanceTimersByTime(15_000);
        await becomes(': connected\n\n: keep-alive\n\n: keep-alive\n\n');
        close();
      } finally {
        await server.stop();
        vi.useRealTimers();
      }
    },
  );
};
