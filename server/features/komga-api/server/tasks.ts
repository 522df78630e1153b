import { z } from 'zod';

import { pathText } from '../../../../shared/schemas.ts';
import { hasCode } from '../../../../shared/errors.ts';
import { itemsOf } from '../../../database/json.ts';
import type { FilesystemService } from '../../filesystem/service.ts';
import type { LibrariesService } from '../../libraries/service.ts';
import type { Library } from '../../../../shared/api/libraries.ts';
import type { TasksService } from '../../tasks/service.ts';
import type { TaskQueue } from '../../../tasks/types.ts';
import { accepted } from '../admin.ts';
import { pageOfArray } from '../page.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';

const admin = true;

/** Most pending tasks that one request cancels. */
const maxTasks = 10_000;

interface WorkOptions {
  filesystem: Pick<FilesystemService, 'browse'>;
  libraries: Pick<LibrariesService, 'list'>;
  tasks: Pick<TasksService, 'list' | 'cancel'>;
  queue: Pick<TaskQueue, 'enqueue'>;
}

/**
 * Folders of the server, the task queue, and lists that are always empty: Octavo never deletes or
 * converts a file, and compares books rather than pages.
 */
export const komgaTaskRoutes = ({
  filesystem,
  libraries,
  tasks,
  queue,
}: WorkOptions): KomgaRoute[] => [
  komgaRoute(
    {
      method: 'POST',
      path: '/api/v1/filesystem',
      needs: ['system-admin'],
      admin,
      body: z.object({
        path: pathText.or(z.literal('')).default(''),
        showFiles: z.boolean().default(false),
      }),
    },
    async ({ body: { path, showFiles } }) => {
      const found = await filesystem.browse(path === '' ? undefined : path, showFiles);
      const entries = found.entries.map((entry) => ({
        type: entry.is_directory ? 'directory' : 'file',
        name: entry.name,
        path: entry.path,
      }));
      return {
        parent: found.parent_path,
        directories: entries.filter(({ type }) => type === 'directory'),
        files: entries.filter(({ type }) => type === 'file'),
      };
    },
  ),
  komgaRoute(
    { method: 'DELETE', path: '/api/v1/tasks', needs: ['tasks-write'], admin },
    async () => {
      const pending = tasks.list({
        ...{ page: 1, pageSize: maxTasks, status: 'pending' },
        sort: { field: 'created_at', direction: 'asc' },
      });
      const cancelled = await Promise.all(
        itemsOf(pending).map(({ id }) => cancelIfPending(tasks, id)),
      );
      return cancelled.filter(Boolean).length;
    },
  ),
  // Generates the missing covers; existing ones have one size for all clients.
  komgaRoute(
    { method: 'PUT', path: '/api/v1/books/thumbnails', needs: ['books-write'], admin },
    async () => {
      const all = await libraries.list({
        ...{ page: 1, pageSize: maxTasks },
        sort: { field: 'name', direction: 'asc' },
      });
      for (const { id } of all.data as Library[]) {
        queue.enqueue({ task_type: 'generate_thumbnails', library_id: id });
      }
      return accepted;
    },
  ),
  ...['page-hashes', 'page-hashes/unknown', 'history'].map((path) =>
    komgaRoute(
      { method: 'GET', path: `/api/v1/${path}`, needs: ['system-admin'], admin },
      ({ query }) => pageOfArray([], query.page()),
    ),
  ),
];

/** A task that has started in the meantime is left alone or already done. */
const cancelIfPending = async (
  tasks: Pick<TasksService, 'cancel'>,
  id: string,
): Promise<boolean> => {
  try {
    await tasks.cancel(id);
    return true;
  } catch (error) {
    if (hasCode(error, 'Conflict', 'NotFound')) {
      return false;
    }
    throw error;
  }
};
