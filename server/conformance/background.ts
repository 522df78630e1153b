import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect } from 'vitest';

import { whileListening } from './event-stream.ts';
import { timestamp } from './formats.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

/** Tasks and duplicates. */
export const background: DescribeArea = ({ describeRow }, fixture) => {
  const analyze = async (title: string) => {
    const path = `/books/${await fixture().idOf(title)}/analyze`;
    return (await fixture().send<{ task_id: string }>('POST', path)).body.task_id;
  };

  describeRow('Tasks: GET /tasks', 'lists running and finished background tasks', async () => {
    const kinds = (await fixture().list('/tasks')).map(({ task_type, status }) => [
      task_type,
      status,
    ]);
    expect(kinds.filter(([kind]) => kind === 'scan_library')).toEqual([
      ['scan_library', 'completed'],
      ['scan_library', 'completed'],
    ]);
    expect(kinds).toContainEqual(['generate_thumbnails', 'completed']);
  });

  describeRow('Tasks: GET /tasks/{id}', 'one task, with its status and progress', async () => {
    const id = await analyze('Akira 01');
    await fixture().idle();
    const task = await fixture().get(`/tasks/${id}`);
    expect(task).toMatchObject({
      id,
      task_type: 'analyze_book',
      status: 'completed',
      progress: { current: 1, total: 1 },
      error: null,
    });
    expect(task.completed_at).toMatch(timestamp);
  });

  describeRow(
    'Tasks: POST /tasks/{id}/cancel',
    'cancels a running task; one that has ended is a conflict',
    async () => {
      // A feed that never responds keeps its task running.
      const asked = Promise.withResolvers<undefined>();
      const silent = createServer(() => asked.resolve(undefined));
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const { port } = silent.address() as AddressInfo;
      const allow = '/admin/settings/releases.allow_private_addresses';
      await fixture().send('PUT', allow, { value: true });
      const source = { display_name: 'Silent', source_tag: 'silent' };
      const { body: made } = await fixture().send<{ id: string }>('POST', '/release-sources', {
        ...source,
        url: `http://127.0.0.1:${port}/feed`,
      });
      const poll = `/release-sources/${made.id}/poll`;
      const { task_id } = (await fixture().send<{ task_id: string }>('POST', poll)).body;
      await asked.promise;
      expect(await fixture().get(`/tasks/${task_id}`)).toMatchObject({ status: 'running' });
      const cancelled = await fixture().send('POST', `/tasks/${task_id}/cancel`);
      expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
      expect(await fixture().get(`/tasks/${task_id}`)).toMatchObject({ status: 'cancelled' });
      expect((await fixture().send('POST', `/tasks/${task_id}/cancel`)).status).toBe(409);
      silent.closeAllConnections();
      silent.close();
    },
  );

  describeRow('Tasks: GET /tasks/stats', 'counts tasks by status and by kind', async () => {
    const tasks = await fixture().list('/tasks?pageSize=500');
    const countOf = (status: string) => tasks.filter((task) => task.status === status).length;
    const stats = await fixture().get<Json & { by_type: Json }>('/tasks/stats');
    expect(stats).toMatchObject({
      pending: 0,
      running: 0,
      completed: countOf('completed'),
      cancelled: countOf('cancelled'),
      total: tasks.length,
    });
    const scans = tasks.filter(({ task_type }) => task_type === 'scan_library');
    expect(stats.by_type.scan_library).toBe(scans.length);
  });

  describeRow('Tasks: GET /tasks/stream', 'carries the progress of a task until its end', () =>
    whileListening(fixture(), '/tasks/stream', async (stream) => {
      const task_id = await analyze('Akira 02');
      await stream.next('task_progress', { task_id, status: 'completed' });
      const statuses = stream
        .of('task_progress')
        .filter((event) => event.task_id === task_id)
        .map(({ status }) => status);
      expect([statuses[0], statuses.at(-1)]).toEqual(['pending', 'completed']);
    }),
  );

  describeRow(
    [
      'Duplicates: POST /duplicates/scan',
      'Duplicates: GET /duplicates',
      'Duplicates: DELETE /duplicates/{id}',
    ],
    'a duplicate search finds a copy, which is listed with its original until it is dismissed',
    async () => {
      const byItself = '/admin/settings/duplicates.find_after_scan';
      expect((await fixture().send('PUT', byItself, { value: false })).status).toBe(200);
      const from = join(fixture().dir, 'Comics/Akira/Akira 01.cbz');
      copyFileSync(from, join(fixture().dir, 'Manga/Dororo/Dororo 02.cbz'));
      await fixture().send('POST', `/libraries/${fixture().manga}/scan`);
      await fixture().idle();
      expect(await fixture().list('/duplicates')).toEqual([]);
      const find = async () => {
        const started = await fixture().send<{ task_id: string }>('POST', '/duplicates/scan');
        expect(started.status).toBe(200);
        await fixture().idle();
        expect(await fixture().get(`/tasks/${started.body.task_id}`)).toMatchObject({
          task_type: 'find_duplicates',
          status: 'completed',
        });
      };
      await find();
      const [group] = await fixture().list<{ id: string; books: { title: string }[] }>(
        '/duplicates',
      );
      const titles = group?.books.map(({ title }) => title).toSorted();
      expect(titles).toEqual(['Akira 01', 'Dororo 02']);
      const dismissed = await fixture().send('DELETE', `/duplicates/${group?.id ?? ''}`);
      expect(dismissed.status).toBe(204);
      await find();
      expect(await fixture().list('/duplicates')).toEqual([]);
    },
  );
};
