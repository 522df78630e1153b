import { rm, statfs } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

import type { JobContext } from '../../jobs/job-context.ts';
import { JobError } from '../../jobs/jobs.ts';
import {
  draftIn,
  folderNames,
  makeTargetFolder,
  placeDraft,
  removeMade,
  removeStaleDrafts,
  requireFreeName,
  type TargetFolder,
} from '../../lib/target-folder.ts';
import { MediaError } from '../../media/media-error.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { createGlob } from '../scan/exclude-pattern.ts';
import { refreshSummaries } from '../scan/refresh-summaries.ts';
import { scan } from '../scan/scan.ts';
import { createScanStore } from '../scan/store.ts';
import { createSeriesAssignment } from '../series/series-assignment.ts';
import type { IntakeFileRow, IntakeJobStore, IntakeRow } from './intake-store.ts';

/** Space that stays free on the drive, bytes, because databases and caches can be on it. */
const reservedBytes = 256 * 1024 * 1024;

/** A target in the library: a folder that exists, a free name, and a hidden name for the draft. */
export interface IntakeTarget {
  folder: TargetFolder;
  /** Absolute. */
  target: string;
  draft: string;
}

const requireSpace = async (folder: string, size: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - reservedBytes >= size) return;
  throw new MediaError(
    'unsupported',
    'The drive of the library has too little free space for this file.',
  );
};

/** The library to which files are added. */
export const openIntakeLibrary = (
  intake: IntakeRow,
  store: IntakeJobStore,
  context: JobContext,
) => {
  const scanStore = createScanStore(context.database);
  const library = scanStore.library(intake.library_id);
  if (!library) throw new JobError('The library was deleted.');
  const excluded = (JSON.parse(library.excluded_patterns) as string[]).map(createGlob);
  const assignment = createSeriesAssignment(context.database);

  return {
    root: library.path,
    absolute: (path: string) => toLongPath(join(library.path, path)),
    /**
     * Creates the folder of a target and checks its name. `replaced` is the path of the file that it
     * replaces. Throws AppError, MediaError and system errors.
     */
    async reserve(file: IntakeFileRow, replaced: string | null): Promise<IntakeTarget> {
      const path = file.target ?? basename(file.path);
      if (excluded.some((matches) => matches(path))) {
        throw new MediaError('unsupported', 'The library excludes files of this name or folder.');
      }
      const folders = dirname(path);
      const folder = await makeTargetFolder(
        library.path,
        folderNames(folders === '.' ? '' : folders),
      );
      try {
        if (path !== replaced) await requireFreeName(folder.path, basename(path));
        await requireSpace(folder.path, file.file_size);
        await removeStaleDrafts(folder.path, Date.now());
        const draft = draftIn(folder.path, file.id, extname(path));
        // A draft of an interrupted run.
        await rm(draft, { force: true });
        return { folder, target: join(folder.path, basename(path)), draft };
      } catch (error) {
        await removeMade(folder);
        throw error;
      }
    },
    place: ({ draft, target }: IntakeTarget) => placeDraft(draft, target),
    drop: async ({ draft, folder }: IntakeTarget): Promise<void> => {
      await rm(draft, { force: true });
      await removeMade(folder);
    },
    /** Scans these files only; cannot be cancelled. */
    async scanOnly(paths: readonly string[]): Promise<void> {
      if (paths.length === 0) return;
      const job = { libraryId: library.id, mode: 'normal', only: paths, quietMs: 0 } as const;
      await scan(
        { kind: 'scan', ...job },
        {
          ...context,
          cancelled: () => false,
          send: (message) => {
            if (message.type === 'events') context.send(message);
          },
        },
      );
    },
    /** Marks books whose files are gone as missing, as a scan does. */
    async hide(bookPks: readonly number[]): Promise<void> {
      if (bookPks.length === 0) return;
      const { createScanReporter } = await import('../scan/scan-reporter.ts');
      const { createScanWriter } = await import('../scan/scan-writer.ts');
      const { readSidecar } = await import('../scan/sidecar.ts');
      const reporter = createScanReporter((message) => {
        if (message.type === 'events') context.send(message);
      });
      const writer = createScanWriter(scanStore, library, reporter, { readSidecar });
      const missing = new Set(bookPks);
      for (const book of scanStore.books(library.pk)) if (missing.has(book.pk)) writer.remove(book);
      writer.finish();
      reporter.flushEvents();
    },
    /** Moves books to their chosen series; scans do not move them back. */
    async moveToSeries(moves: readonly { bookPk: number; from: number; to: number }[]) {
      if (moves.length === 0) return;
      const series = [
        ...new Set(moves.flatMap(({ from: former, to: target }) => [former, target])),
      ];
      const changed = store.transaction(() => {
        for (const { bookPk, to: target } of moves) {
          store.place(bookPk, target);
          assignment.move(bookPk, target);
        }
        return assignment.refreshVisibility(series);
      });
      const present = changed.filter(({ what }) => what !== 'ended').map(({ pk }) => pk);
      await refreshSummaries({ kind: 'refresh', libraryId: library.id, series: present }, context);
    },
  };
};

export type IntakeLibrary = ReturnType<typeof openIntakeLibrary>;
