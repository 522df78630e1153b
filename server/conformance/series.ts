import { join } from 'node:path';

import sharp from 'sharp';
import { expect } from 'vitest';

import { connect } from '../database/database.ts';
import type { Paginated } from '../../shared/endpoint.ts';
import { expectOrder, writeBook, type Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

interface Named extends Json {
  id: string;
  name: string;
}

/** Series: lists, one series, and marking it as read. */
export const series: DescribeArea = ({ describeRow }, fixture) => {
  const names = async (path: string) => (await fixture().list<Named>(path)).map(({ name }) => name);
  const post = async (path: string, body?: unknown) => {
    const answer = await fixture().send<Paginated<Named>>('POST', path, body);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const found = async (path: string, body: unknown) =>
    (await post(path, body)).data.map(({ name }) => name);
  const sortFields = [
    'name',
    'date_added',
    'date_updated',
    'release_date',
    'date_read',
    'book_count',
    'file_size',
    'filename',
    'page_count',
  ];

  describeRow(
    'Series: GET /series',
    'paginated by pageSize or page_size; sorted by each sort field with sort=field,direction or order; filtered by library_id and series_id',
    async () => {
      expect(await names('/series')).toEqual(['Akira', 'Blacksad', 'Dororo']);
      expect(await names('/series?page=2&pageSize=2')).toEqual(['Dororo']);
      expect(await names('/series?page=2&page_size=1')).toEqual(['Blacksad']);
      for (const name of ['Blacksad', 'Dororo']) {
        await fixture().send('POST', `/series/${await fixture().idOf(name)}/read`);
      }
      for (const field of sortFields) {
        for (const direction of ['asc', 'desc'] as const) {
          const path = `/series?sort=${field},${direction}`;
          const records = await fixture().list(path);
          expectOrder(records, field, direction);
          expect(await fixture().list(path.replace(',', '&order='))).toEqual(records);
        }
      }
      for (const name of ['Blacksad', 'Dororo']) {
        await fixture().send('POST', `/series/${await fixture().idOf(name)}/unread`);
      }
      expect(await names('/series?sort=page_count,desc')).toEqual(['Akira', 'Blacksad', 'Dororo']);
      expect(await names('/series?sort=book_count,asc')).toEqual(['Dororo', 'Blacksad', 'Akira']);
      expect(await names(`/series?library_id=${fixture().manga}`)).toEqual(['Dororo']);
      const id = await fixture().idOf('Blacksad');
      expect(await names(`/series?series_id=${id}`)).toEqual(['Blacksad']);
    },
  );

  describeRow(
    'Series: GET /series/full',
    'the same page as GET /series, each entry with metadata, genres, tags and external links',
    async () => {
      const database = connect(join(fixture().dataDir, 'octavo.db'));
      const links = [{ label: 'Publisher', url: 'https://example.org/akira' }];
      database
        .prepare(`UPDATE series SET external_links = ? WHERE name = 'Akira'`)
        .run(JSON.stringify(links));
      database.close();
      const query = `library_id=${fixture().comics}&sort=book_count,desc&page=1&pageSize=1`;
      const short = await fixture().get<Paginated<Named>>(`/series?${query}`);
      const full = await fixture().get<Paginated<Named>>(`/series/full?${query}`);
      expect({ ...full, data: [], links: [] }).toEqual({ ...short, data: [], links: [] });
      expect(full.data).toMatchObject(short.data);
      expect(full.data).toMatchObject([
        {
          name: 'Akira',
          metadata: { title: 'Akira', publisher: 'Kodansha', language: 'ja', year: 1984 },
          genres: ['Science Fiction'],
          tags: ['cyberpunk'],
          external_links: links,
        },
      ]);
      const id = await fixture().idOf('Dororo');
      expect(await names(`/series/full?series_id=${id}`)).toEqual(['Dororo']);
    },
  );

  describeRow(
    'Series: POST /series/list',
    'the series that match a condition, paginated and sorted by the query',
    async () => {
      const condition = { libraryId: { operator: 'is', value: fixture().comics } };
      const path = '/series/list?sort=name,desc&pageSize=1';
      expect(await post(path, { condition })).toMatchObject({
        data: [{ name: 'Blacksad' }],
        total: 2,
        pageSize: 1,
      });
    },
  );

  describeRow(
    'Series: POST /series/search',
    'the series with words that begin with those of the query, including their authors',
    async () => {
      expect(await found('/series/search', { query: 'aki' })).toEqual(['Akira']);
      expect(await found('/series/search', { query: 'diaz canales' })).toEqual(['Blacksad']);
      expect(await found('/series/search', { query: 'nothing of the kind' })).toEqual([]);
    },
  );

  describeRow('Series: GET /series/in-progress', 'the series with a book in progress', async () => {
    expect(await names('/series/in-progress')).toEqual([]);
    const path = `/books/${await fixture().idOf('Blacksad 02')}/progress`;
    await fixture().send('PUT', path, { current_page: 1 });
    expect(await names('/series/in-progress')).toEqual(['Blacksad']);
    await fixture().send('DELETE', path);
  });

  describeRow(
    ['Series: GET /series/recently-added', 'Series: GET /series/recently-updated'],
    'a new series is first in both; a series that gets a book is first only among the updated ones',
    async () => {
      const scan = async () => {
        await fixture().send('POST', `/libraries/${fixture().comics}/scan`);
        await fixture().idle();
      };
      writeBook(join(fixture().dir, 'Comics/Zot/Zot 01.cbz'), 2);
      await scan();
      expect((await names('/series/recently-added'))[0]).toBe('Zot');
      expect((await names('/series/recently-updated'))[0]).toBe('Zot');
      writeBook(join(fixture().dir, 'Comics/Blacksad/Blacksad 03.cbz'), 2);
      await scan();
      expect((await names('/series/recently-added'))[0]).toBe('Zot');
      expect((await names('/series/recently-updated'))[0]).toBe('Blacksad');
    },
  );

  describeRow('Series: GET /series/{id}', 'the series of that id, with its metadata', async () => {
    const id = await fixture().idOf('Akira');
    expect(await fixture().get(`/series/${id}`)).toMatchObject({
      id,
      name: 'Akira',
      library_id: fixture().comics,
      book_count: 3,
      page_count: 15,
      genres: ['Science Fiction'],
    });
  });

  describeRow('Series: GET /series/{id}/books', 'the books of the series by number', async () => {
    const path = `/series/${await fixture().idOf('Akira')}/books`;
    const titles = (await fixture().list(path)).map(({ title }) => title);
    expect(titles).toEqual(['Akira 01', 'Akira 02', 'Akira 03']);
  });

  describeRow('Series: GET /series/{id}/thumbnail', 'a cover, as an image', async () => {
    const cover = await fixture().bytes(`/series/${await fixture().idOf('Akira')}/thumbnail`);
    expect([cover.status, cover.type]).toEqual([200, 'image/jpeg']);
    expect((await sharp(cover.bytes).metadata()).format).toBe('jpeg');
  });

  describeRow(
    'Series: POST /series/{id}/analyze',
    'starts a task that reads every book of the series, and no other',
    async () => {
      const series_id = await fixture().idOf('Akira');
      const path = `/series/${series_id}/analyze`;
      const { status, body } = await fixture().send<{ task_id: string }>('POST', path);
      expect(status).toBe(200);
      await fixture().idle();
      expect(await fixture().get(`/tasks/${body.task_id}`)).toMatchObject({
        task_type: 'analyze_series',
        series_id,
        status: 'completed',
        progress: { current: 3, total: 3 },
      });
    },
  );

  describeRow(
    ['Series: POST /series/{id}/read', 'Series: POST /series/{id}/unread'],
    'marks every book of the series read, and unread again',
    async () => {
      const id = await fixture().idOf('Akira');
      const read = await fixture().send('POST', `/series/${id}/read`);
      expect(read).toMatchObject({ status: 200, body: { count: 3 } });
      expect(await fixture().get(`/series/${id}`)).toMatchObject({ read_status: 'read' });
      for (const { progress } of await fixture().list(`/series/${id}/books`)) {
        expect(progress).toMatchObject({ is_completed: true });
      }
      const unread = await fixture().send('POST', `/series/${id}/unread`);
      expect(unread).toMatchObject({ status: 200, body: { count: 3 } });
      expect(await fixture().get(`/series/${id}`)).toMatchObject({ read_status: 'unread' });
      for (const { progress } of await fixture().list(`/series/${id}/books`)) {
        expect(progress).toBeNull();
      }
    },
  );
};
