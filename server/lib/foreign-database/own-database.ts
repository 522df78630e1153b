import { isLockedFile } from '../locked-files.ts';
import { ForeignDatabaseError } from './foreign-error.ts';

/** Throws ForeignDatabaseError for the database of this server or its lock, which must not be opened. */
export const refuseOwnDatabase = async (path: string): Promise<void> => {
  if (!(await isLockedFile(path))) return;
  throw new ForeignDatabaseError(
    'This is the database of Octavo itself. Export the data there, and choose the ZIP file.',
  );
};
