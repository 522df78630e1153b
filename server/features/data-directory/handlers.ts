import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { filesToCopy, mirrorFiles } from '../../data-relocation/copy-files.ts';
import { updateLocation } from '../../data-relocation/location.ts';
import { writeMarker } from '../../data-relocation/move-marker.ts';
import type { Executor } from '../../jobs/jobs.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';

const megabyte = 1e6;

/**
 * Copies the data to another folder while the server runs, for use from the next start. The
 * database copy is only a trial: later writes would be missing from it.
 */
export const createDataDirectoryHandlers = ({
  dataDir,
  home,
  executor,
}: {
  dataDir: string;
  home: string | undefined;
  executor: Pick<Executor, 'run'>;
}): Pick<TaskHandlers, 'move_data'> => ({
  async move_data({ payload: { target }, signal, progress }) {
    if (home === undefined) throw new TaskFailure('The data of this server cannot be moved.');
    // The server stopped after it recorded the move and before it completed the task, which was copied with
    // the data.
    if (target === dataDir) return;
    try {
      await mkdir(target, { recursive: true, mode: 0o700 });
      writeMarker(target, dataDir);
      const files = await filesToCopy(dataDir);
      const database = (await stat(join(dataDir, 'octavo.db'))).size;
      const total = files.reduce((sum, { size }) => sum + size, database);
      let copied = 0;
      const report = (path: string) =>
        progress(Math.floor(copied / megabyte), Math.ceil(total / megabyte), path);
      report('');
      await mirrorFiles(dataDir, target, {
        signal,
        onCopy: (bytes, path) => {
          copied += bytes;
          report(path);
        },
      });
      report('octavo.db');
      const rehearsal = join(target, 'octavo.db.rehearsal');
      await executor.run(
        { kind: 'backup', target: rehearsal },
        { signal, onMessage: () => undefined },
      );
      await rm(rehearsal, { force: true });
      signal.throwIfAborted();
      copied += database;
      report('');
      updateLocation(home, { next: target });
    } catch (error) {
      // If the server stops, the copy continues at the next start.
      if (signal.aborted) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      const reason = code === 'ENOSPC' ? 'its drive is full' : code;
      throw new TaskFailure(`The data could not be copied to ${target} (${reason}).`);
    }
  },
});
