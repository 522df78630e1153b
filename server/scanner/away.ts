import { JobError } from './jobs.ts';
import { checkRoot } from './root.ts';

export interface LibraryFolder {
  pk: number;
  path: string;
  /** Books that the folder must hold. */
  book_count: number;
}

/** Which libraries are out of reach during a job. */
export interface AwayLibraries {
  /** Keys of those that were not there when they were last looked for. */
  pks: ReadonlySet<number>;
  /** Looks for one whose file could not be read; true once it is away: then the file is not at fault. */
  hasGone(pk: number): boolean;
}

/** Looks for the folder of each library, as a scan does before it believes that books are gone. */
export const createAwayLibraries = (libraries: readonly LibraryFolder[]): AwayLibraries => {
  const folders = new Map(libraries.map((library) => [library.pk, library]));
  const pks = new Set<number>();
  const hasGone = (pk: number): boolean => {
    const folder = folders.get(pk);
    if (folder && !pks.has(pk) && !isThere(folder)) pks.add(pk);
    return pks.has(pk);
  };
  for (const pk of folders.keys()) hasGone(pk);
  return { pks, hasGone };
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
