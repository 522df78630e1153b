import { join } from 'node:path';

import sharp from 'sharp';
import { expect } from 'vitest';

import type { Paginated } from '../../shared/endpoint.ts';
import { expectOrder, writeBook, type Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

/** Books: lists and one book. */
export const books: DescribeArea = ({ describeRow }, fixture) => {
  const titles = async (path: string) => (await fixture().list(path)).map(({ title }) => title);
  const sortFields = ['title', 'number', 'file_size', 'page_count', 'created_at', 'modified_at'];
  const put = async (title: string, body: Json) => {
    const path = `/books/${await fixture().idOf(title)}/progress`;
    expect((await fixture().send('PUT', path, body)).status).toBe(200);
  };
  const forget = async (title: string) =>
    fixture().send('DELETE', `/books/${await fixture().idOf(title)}/progress`);

  describeRow(
    'Books: GET /books',
    'paginated by pageSize; sorted by each sort field in the direction of order; filtered by library_id and series_id',
    async () => {
      expect(await titles('/books?page=2&pageSize=4')).toEqual(['Blacksad 02', 'Dororo 01']);
      const akira = `series_id=${await fixture().idOf('Akira')}`;
      expect(await titles(`/books?${akira}`)).toEqual(['Akira 01', 'Akira 02', 'Akira 03']);
      for (const field of sortFields) {
        for (const direction of ['asc', 'desc'] as const) {
          const records = await fixture().list(`/books?sort=${field}&order=${direction}`);
          expectOrder(records, field, direction);
        }
      }
      expect(await titles(`/books?library_id=${fixture().manga}`)).toEqual(['Dororo 01']);
    },
  );

  describeRow(
    'Books: POST /books/list',
    'the books that match a condition, paginated and sorted by the query',
    async () => {
      const condition = { title: { operator: 'beginsWith', value: 'akira' } };
      const path = '/books/list?sort=number,desc&pageSize=1';
      const { status, body } = await fixture().send<Paginated<Json>>('POST', path, { condition });
      expect(status).toBe(200);
      expect(body).toMatchObject({ data: [{ title: 'Akira 03' }], total: 3, pageSize: 1 });
    },
  );

  describeRow('Books: GET /books/{id}', 'the book of that id, with its metadata', async () => {
    const id = await fixture().idOf('Akira 02');
    expect(await fixture().get(`/books/${id}`)).toMatchObject({
      id,
      title: 'Akira 02',
      library_id: fixture().comics,
      series_name: 'Akira',
      page_count: 5,
      metadata: { publisher: 'Kodansha', genres: ['Science Fiction'] },
      previous_id: await fixture().idOf('Akira 01'),
      next_id: await fixture().idOf('Akira 03'),
    });
  });

  describeRow('Books: GET /books/{id}/thumbnail', 'a cover, as an image', async () => {
    const cover = await fixture().bytes(`/books/${await fixture().idOf('Akira 01')}/thumbnail`);
    expect([cover.status, cover.type]).toEqual([200, 'image/jpeg']);
    expect((await sharp(cover.bytes).metadata()).format).toBe('jpeg');
  });

  describeRow('Books: POST /books/{id}/analyze', 'starts a task that reads the book', async () => {
    const book_id = await fixture().idOf('Akira 01');
    const path = `/books/${book_id}/analyze`;
    const { status, body } = await fixture().send<{ task_id: string }>('POST', path);
    expect(status).toBe(200);
    await fixture().idle();
    expect(await fixture().get(`/tasks/${body.task_id}`)).toMatchObject({
      task_type: 'analyze_book',
      book_id,
      status: 'completed',
    });
  });

  describeRow(
    'Books: GET /books/in-progress',
    'the books that were started but not finished',
    async () => {
      expect(await titles('/books/in-progress')).toEqual([]);
      await put('Akira 02', { current_page: 2 });
      await put('Dororo 01', { is_completed: true });
      expect(await titles('/books/in-progress')).toEqual(['Akira 02']);
      await forget('Akira 02');
      await forget('Dororo 01');
    },
  );

  describeRow(
    'Books: GET /books/on-deck',
    'the next unread book of each series with a completed book, unless one of its books is in progress',
    async () => {
      expect(await titles('/books/on-deck')).toEqual([]);
      await put('Akira 01', { is_completed: true });
      await put('Blacksad 01', { is_completed: true });
      await put('Dororo 01', { is_completed: true });
      expect((await titles('/books/on-deck')).toSorted()).toEqual(['Akira 02', 'Blacksad 02']);
      await put('Akira 03', { current_page: 1 });
      expect(await titles('/books/on-deck')).toEqual(['Blacksad 02']);
      for (const title of ['Akira 01', 'Akira 03', 'Blacksad 01', 'Dororo 01']) {
        await forget(title);
      }
    },
  );

  describeRow('Books: GET /books/recently-read', 'the reading history, newest first', async () => {
    expect(await titles('/books/recently-read')).toEqual([]);
    await put('Blacksad 01', { current_page: 1, updated_at: '2026-01-01T00:00:00.000Z' });
    await put('Dororo 01', { is_completed: true, updated_at: '2026-01-02T00:00:00.000Z' });
    expect(await titles('/books/recently-read')).toEqual(['Dororo 01', 'Blacksad 01']);
    await forget('Blacksad 01');
    await forget('Dororo 01');
  });

  describeRow('Books: GET /books/recently-added', 'newest books first', async () => {
    writeBook(join(fixture().dir, 'Comics/Akira/Akira 09.cbz'), 2);
    await fixture().send('POST', `/libraries/${fixture().comics}/scan`);
    await fixture().idle();
    expect((await titles('/books/recently-added'))[0]).toBe('Akira 09');
    expect((await titles('/books/recently-added')).length).toBe(7);
  });
};
