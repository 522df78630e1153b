import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { BinnedReason } from '../../../shared/api/file-bin.ts';
import { daysBefore } from '../../../shared/durations.ts';
import { AppError, notFound, hasCode } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';
import {
  binFolder,
  type BinnedFile,
  binnedPath,
  deleteFromBin,
  exists,
  isBinReachable,
  locateAfterCrash,
  moveToBin,
  placeOfFile,
  putBack,
  removeEmptyBin,
  type ScannedFile,
} from '../../lib/file-bin.ts';
import { leftoverOf, moveWhole } from '../../lib/move-whole.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { adoptStrays } from './bin-index.ts';
import { type BinRow, type BinState, createBinStore } from './bin-store.ts';

/** Days for which files stay in the bin. */
export const binDays = 90;

interface FileForBin {
  library_id: string;
  /** Relative to the library. */
  path: string;
  /** From the last scan, because a changed file is refused; or a folder that the caller has checked. */
  scanned: ScannedFile | 'folder';
  reason: BinnedReason;
  book_id?: string | null;
}

export interface FileBin {
  /**
   * Moves a file to the bin of its library by one rename; returns its id in the bin. Throws Conflict, with
   * the file unmoved, if it has changed, is reached through a link, or cannot be moved.
   */
  put(file: FileForBin): Promise<string>;
  /** Throws NotFound, and Conflict if its path is taken or it cannot be moved. */
  putBack(id: string): Promise<void>;
  /** Null for a file that was restored or deleted. */
  state(id: string): BinState | null;
  /** Completes or reverts moves that an earlier crash interrupted; all, or those with a reason. */
  settleInterrupted(only?: BinnedReason): Promise<void>;
  /**
   * Adds files that are in the bins of their libraries but unknown, because the library was removed and
   * added again; returns their number.
   */
  adoptStrays(): Promise<number>;
  /** Moves files on to the bin of the system, or to a folder; returns their number. */
  handOver(target: HandOver): Promise<number>;
  /** Deletes files that were in the bin for 90 days and whose drive is connected; returns their number. */
  deleteExpired(now: Date): Promise<number>;
}

/** Moves files from the bins of their libraries elsewhere. */
export type HandOver = { moveToSystemBin: (path: string) => Promise<void> } | { folder: string };

interface FileBinOptions {
  database: Database;
  /** Runs work on the drive of a library, with a time limit in the main thread. */
  onDrive?: <Result>(root: string, work: () => Promise<Result>) => Promise<Result>;
  /** Called with a file that could not be deleted. */
  onFailure?: (error: unknown, path: string) => void;
}

/** Bytes of its files; 0 for anything but a folder, which the bin refuses. */
const sizeOfFolder = async (folder: string): Promise<number> => {
  try {
    let size = 0;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile()) size += (await lstat(join(entry.parentPath, entry.name))).size;
    }
    return size;
  } catch {
    return 0;
  }
};

const fileOf = ({ root, path, id }: Pick<BinRow, 'root' | 'path' | 'id'>): BinnedFile => ({
  root,
  path,
  bin_id: id,
});

/** Removes what a move to the chosen folder left in the bin when a crash interrupted it at its end. */
const removeLeftover = async (row: BinRow): Promise<void> => {
  const leftover = leftoverOf(toLongPath(binnedPath(fileOf(row))));
  await rm(leftover, { recursive: true, force: true });
  await removeEmptyBin(fileOf(row));
};

/**
 * Files of libraries in their bins. The state is written before and after each move, so that after a crash
 * the location of the file shows how to continue.
 */
export const createFileBin = ({
  database,
  onDrive = (_root, work) => work(),
  onFailure = () => undefined,
}: FileBinOptions): FileBin => {
  const store = createBinStore(database);
  // Moves of this run are not interrupted.
  const interrupted = store.interrupted();
  /** Moves a file from the chosen folder back to the bin. */
  const fetchKept = async (row: BinRow, keptPath: string): Promise<'bin'> => {
    try {
      await onDrive(row.root, async () => {
        await removeLeftover(row);
        await mkdir(toLongPath(join(row.root, binFolder)), { recursive: true, mode: 0o700 });
        await moveWhole(keptPath, binnedPath(fileOf(row)));
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError(
        'Conflict',
        `The file cannot be fetched from ${keptPath}. Connect its drive, and check that it is there.`,
      );
    }
    return 'bin';
  };
  const removeCopy = (row: BinRow, keptPath: string) =>
    onDrive(row.root, () => rm(toLongPath(dirname(keptPath)), { recursive: true, force: true }));
  /** Resolves an interrupted move to the chosen folder; returns whether the file is in that folder. */
  const isKept = async (row: BinRow): Promise<boolean> => {
    const { kept_at } = row;
    if (kept_at === null) return false;
    if ((await onDrive(row.root, () => placeOfFile(fileOf(row)))) === 'bin') {
      await removeCopy(row, kept_at);
      return false;
    }
    if (!(await onDrive(row.root, () => exists(toLongPath(kept_at))))) return false;
    await onDrive(row.root, () => removeLeftover(row));
    return true;
  };
  const keepIn = async (folder: string, row: BinRow): Promise<void> => {
    const keptPath = join(folder, row.id, basename(row.path));
    try {
      if (await isKept(row)) return;
      store.setKeptAt(row.id, keptPath);
      const source = binnedPath(fileOf(row));
      await onDrive(row.root, () =>
        moveWhole(source, keptPath).then(() => removeEmptyBin(fileOf(row))),
      );
    } finally {
      // Someone can restore the file while it is copied.
      const isBack = !store.get(row.id) && (await placeOfFile(fileOf(row))) === 'library';
      if (isBack) await removeCopy(row, keptPath);
    }
  };
  return {
    put: async ({ library_id, path, scanned, reason, book_id = null }) => {
      const root = store.rootOf(library_id);
      if (root === undefined) throw notFound('Library', library_id);
      const id = newId();
      const file_size =
        scanned === 'folder'
          ? await onDrive(root, () => sizeOfFolder(toLongPath(join(root, path))))
          : scanned.file_size;
      store.insert({ id, library_id, path, file_size, reason, book_id });
      try {
        await onDrive(root, () => moveToBin(fileOf({ root, path, id }), scanned));
      } catch (error) {
        // After a timeout the drive may still move it; the next start checks its location.
        if (hasCode(error, 'Conflict')) store.remove(id);
        throw error;
      }
      store.setInBin(id);
      return id;
    },
    putBack: async (id) => {
      const row = store.get(id);
      if (!row) throw notFound('Binned file', id);
      const { root, kept_at } = row;
      const found = await onDrive(root, () => placeOfFile(fileOf(row)));
      const place = found === 'nowhere' && kept_at !== null ? await fetchKept(row, kept_at) : found;
      if (place === 'nowhere' && row.handed_over_at !== null)
        throw new AppError(
          'Conflict',
          'The file is in the bin of the system. Restore it there, then try again.',
        );
      if (place === 'nowhere')
        throw new AppError(
          'Conflict',
          'The file is not in the bin any more, or its drive is not there',
        );
      // Someone moved the file back by hand.
      if (place === 'bin') {
        store.setRestoring(id);
        try {
          await onDrive(root, () => putBack(fileOf(row)));
        } catch (error) {
          if (hasCode(error, 'Conflict')) store.setInBin(id);
          throw error;
        }
      }
      const copy = store.get(id)?.kept_at ?? null;
      store.remove(id);
      // A copy, complete or not, because the file was in the bin.
      if (found === 'bin' && copy !== null) await removeCopy(row, copy);
    },
    state: (id) => store.get(id)?.state ?? null,
    settleInterrupted: async (only) => {
      for (const row of interrupted) {
        if (only !== undefined && row.reason !== only) continue;
        const location = await onDrive(row.root, () => locateAfterCrash(fileOf(row)));
        if (location === 'bin') store.setInBin(row.id);
        else if (location === 'library') store.remove(row.id);
      }
    },
    adoptStrays: () => adoptStrays(store, { onDrive, onFailure }),
    handOver: async (target) => {
      let moved = 0;
      for (const row of store.own()) {
        try {
          if ('folder' in target) await keepIn(target.folder, row);
          else await onDrive(row.root, () => target.moveToSystemBin(binnedPath(fileOf(row))));
          store.setHandedOver(row.id);
          moved += 1;
        } catch (error) {
          // It stays in the bin of its library.
          onFailure(error, row.path);
        }
      }
      return moved;
    },
    deleteExpired: async (now) => {
      let deleted = 0;
      for (const row of store.due(daysBefore(now, binDays))) {
        const file = fileOf(row);
        try {
          const isOwn = row.handed_over_at === null;
          if (isOwn && !(await onDrive(row.root, () => isBinReachable(file)))) continue;
          await onDrive(row.root, () => deleteFromBin(file));
        } catch (error) {
          onFailure(error, row.path);
          continue;
        }
        store.remove(row.id);
        deleted += 1;
      }
      return deleted;
    },
  };
};
