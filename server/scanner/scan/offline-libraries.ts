import { JobError } from '../../jobs/jobs.ts';
import { checkRoot } from './missing-guard.ts';

export interface LibraryFolder {
  pk: number;
  path: string;
  /** Number of books that the folder is expected to hold. */
  book_count: number;
}

/** Tracks libraries that are offline during a job. */
export interface OfflineLibraries {
  /** Keys of libraries that were offline at their last check. */
  pks: ReadonlySet<number>;
  /**
   * Checks a library whose file was unreadable; returns true if it is offline, so the file is not
   * at fault.
   */
  checkOffline(pk: number): boolean;
}

/** Checks each library folder with the same rules as a scan before it marks books as missing. */
export const createOfflineLibraries = (
  libraries: readonly LibraryFolder[],
  hanging: readonly string[] = [],
): OfflineLibraries => {
  const folders = new Map(libraries.map((library) => [library.pk, library]));
  const pks = new Set(libraries.filter(({ path }) => hanging.includes(path)).map(({ pk }) => pk));
  const checkOffline = (pk: number): boolean => {
    const folder = folders.get(pk);
    if (folder && !pks.has(pk) && !isThere(folder)) pks.add(pk);
    return pks.has(pk);
  };
  for (const pk of folders.keys()) checkOffline(pk);
  return { pks, checkOffline };
};

const isThere = ({ path, book_count }: LibraryFolder): boolean => {
  try {
    checkRoot(path, book_count);
    return true;
  } catch (error) {
    if (error instanceof JobError) return false;
    throw error;
  }
};
