import type { Executor } from '../../jobs/jobs.ts';
import { watchDrive } from '../../tasks/drive-watch.ts';
import type { TaskHandlers } from '../../tasks/task-types.ts';

/**
 * Runs the search for duplicates in the executor. Reads files in full at any time if a user asked for the
 * search, otherwise only in the quiet hours. Skips libraries on hung drives.
 */
export const createDuplicatesHandlers = ({
  executor,
  libraries = () => [],
  answers = () => Promise.resolve(true),
  quietUntil,
}: {
  executor: Pick<Executor, 'run'>;
  libraries?: () => readonly { id: string; path: string }[];
  /** Whether the library's folder responds. */
  answers?: (libraryId: string) => Promise<boolean>;
  /** The end of the current quiet hours, ms since the epoch; null outside of them. */
  quietUntil: () => number | null;
}): Pick<TaskHandlers, 'find_duplicates'> => ({
  async find_duplicates({ payload, signal, progress }) {
    let reached = { current: 0, total: 0 };
    const search = async (hanging: readonly string[]): Promise<number> => {
      const others = libraries().filter(({ path }) => !hanging.includes(path));
      const fallen = async () => {
        const answered = await Promise.all(others.map(({ id }) => answers(id)));
        return others.filter((_, index) => !answered[index]).map(({ path }) => path);
      };
      let found = await fallen();
      if (found.length > 0) return search([...hanging, ...found]);
      const drive = await watchDrive(signal, async () => {
        found = await fallen();
        return found.length === 0;
      });
      try {
        const { left_out } = await executor.run(
          {
            kind: 'hash',
            hanging,
            ...(payload.reads_files !== 'now' && { readFilesUntil: quietUntil() ?? 0 }),
          },
          {
            signal,
            abandon: drive.hangs,
            onMessage(message) {
              if (message.type !== 'hash_progress') return;
              reached = message.progress;
              progress(reached.current, reached.total, message.progress.message);
            },
          },
        );
        return left_out;
      } catch (error) {
        if (signal.aborted || !drive.hangs.aborted) throw error;
        return await search([...hanging, ...found]);
      } finally {
        drive.stop();
      }
    };
    const count = await search([]);
    if (count > 0) progress(reached.current, reached.total, leftOut(count));
  },
});

const leftOut = (count: number): string =>
  count === 1
    ? 'One book was left out, because the folder of its library is not available. Connect its drive and search again.'
    : `${count} books were left out, because the folders of their libraries are not available. Connect their drives and search again.`;
