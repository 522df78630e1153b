import { expect } from 'vitest';

import { basic, password } from '../testing/send-json.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

/** Reading progress; each test uses its own book, or clears its progress. */
export const reading: DescribeArea = ({ describeRow }, fixture) => {
  const pathOf = async (title: string) => `/books/${await fixture().idOf(title)}`;
  const put = async (title: string, body: Json) =>
    fixture().send('PUT', `${await pathOf(title)}/progress`, body);
  const clear = async (title: string) =>
    fixture().send('DELETE', `${await pathOf(title)}/progress`);
  const progress = async (title: string) => fixture().get(`${await pathOf(title)}/progress`);

  describeRow(
    'Reading progress: current_page',
    'the current page, a whole number from 1 to the last; others are refused',
    async () => {
      expect(await put('Akira 01', { current_page: 3 })).toMatchObject({
        status: 200,
        body: { current_page: 3, is_completed: false },
      });
      expect(await progress('Akira 01')).toMatchObject({ current_page: 3 });
      for (const current_page of [0, 5, 1.5, '2']) {
        const { status } = await put('Akira 01', { current_page });
        expect([current_page, status]).toEqual([current_page, 400]);
      }
      await clear('Akira 01');
    },
  );

  describeRow(
    'Reading progress: is_completed',
    'true completes the book on any page, false starts it again; another type is refused',
    async () => {
      await put('Akira 01', { current_page: 2 });
      expect((await put('Akira 01', { is_completed: true })).status).toBe(200);
      expect(await progress('Akira 01')).toMatchObject({ is_completed: true });
      await put('Akira 01', { is_completed: false });
      expect(await progress('Akira 01')).toMatchObject({ is_completed: false });
      expect((await put('Akira 01', { is_completed: 'yes' })).status).toBe(400);
      await clear('Akira 01');
    },
  );

  const row = (endpoint: string) => `Reading progress 2: ${endpoint}`;

  describeRow(
    row('GET /books/{id}/progress'),
    'the caller’s progress in the book; 404 before it was started',
    async () => {
      const path = `${await pathOf('Akira 02')}/progress`;
      expect((await fixture().send('GET', path)).status).toBe(404);
      await put('Akira 02', { current_page: 2 });
      expect(await fixture().get(path)).toMatchObject({
        book_id: await fixture().idOf('Akira 02'),
        current_page: 2,
        page_count: 5,
        is_completed: false,
      });
      await clear('Akira 02');
    },
  );

  describeRow(
    row('PUT /books/{id}/progress'),
    'accepts current_page and is_completed, alone or together, and returns the progress',
    async () => {
      for (const body of [
        { current_page: 2 },
        { is_completed: true },
        { current_page: 4, is_completed: false },
      ]) {
        expect(await put('Akira 02', body)).toMatchObject({ status: 200, body });
        expect(await progress('Akira 02')).toMatchObject(body);
      }
      expect((await put('Akira 02', {})).status).toBe(400);
      await clear('Akira 02');
    },
  );

  describeRow(row('DELETE /books/{id}/progress'), 'deletes the progress of the book', async () => {
    await put('Akira 02', { current_page: 2 });
    expect((await clear('Akira 02')).status).toBe(204);
    expect((await fixture().send('GET', `${await pathOf('Akira 02')}/progress`)).status).toBe(404);
  });

  describeRow(
    row('GET /progress'),
    'all books that the caller has started or finished, and none of others',
    async () => {
      await put('Akira 01', { current_page: 1 });
      await put('Dororo 01', { is_completed: true });
      await fixture().send('POST', '/users', { username: 'ada', password });
      const blacksad = `${await pathOf('Blacksad 01')}/progress`;
      await fixture().send('PUT', blacksad, { current_page: 1 }, basic('ada'));
      const ids = (await fixture().list('/progress')).map(({ book_id }) => book_id);
      const own = [await fixture().idOf('Akira 01'), await fixture().idOf('Dororo 01')];
      expect(ids.toSorted()).toEqual(own.toSorted());
      await clear('Akira 01');
      await clear('Dororo 01');
    },
  );

  describeRow(
    row('GET /progress/currently-reading'),
    'the books that were started but not finished',
    async () => {
      await put('Akira 01', { current_page: 1 });
      await put('Dororo 01', { is_completed: true });
      const books = await fixture().list('/progress/currently-reading');
      expect(books).toMatchObject([{ title: 'Akira 01', progress: { current_page: 1 } }]);
      await clear('Akira 01');
      await clear('Dororo 01');
    },
  );

  describeRow(
    [row('POST /books/{id}/read'), row('POST /books/{id}/unread')],
    'marks the book read, and unread again',
    async () => {
      const path = await pathOf('Akira 03');
      const read = await fixture().send('POST', `${path}/read`);
      expect(read).toMatchObject({ status: 200, body: { is_completed: true } });
      expect(await progress('Akira 03')).toMatchObject({ is_completed: true });
      expect((await fixture().send('POST', `${path}/unread`)).status).toBe(204);
      expect(await fixture().get(path)).toMatchObject({ progress: null });
    },
  );

  describeRow(
    row('GET /reading-stats'),
    'the books and pages that the caller has read; progress-read suffices',
    async () => {
      await fixture().send('POST', '/users', { username: 'ben', password });
      const path = `${await pathOf('Blacksad 02')}/progress`;
      await fixture().send('PUT', path, { current_page: 1 }, basic('ben'));
      await fixture().send('PUT', path, { current_page: 3 }, basic('ben'));
      const { body } = await fixture().send<{ key: string }>(
        'POST',
        '/api-keys',
        { name: 'statistics', permissions: ['progress-read'] },
        basic('ben'),
      );
      const headers = { 'x-api-key': body.key };
      expect(await fixture().get('/reading-stats', headers)).toMatchObject({
        books_started: 1,
        books_completed: 1,
        pages_read: 3,
      });
      expect((await fixture().send('GET', '/books', undefined, headers)).status).toBe(403);
    },
  );
};
