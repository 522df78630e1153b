import { AppError } from '../../shared/errors.ts';

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'The file or the folder of the library is not there. Connect its drive.',
  EACCES: 'Octavo does not have permission to write to the folder of the library.',
  EPERM: 'Octavo does not have permission to write to the folder of the library.',
  EROFS: 'The drive of the library can only be read.',
  ENOSPC: 'The drive of the library is full.',
  ENAMETOOLONG: 'The path would be longer than the system allows. Choose a folder higher up.',
};

/**
 * An error of the file system, from adding the file `name` to a library, as a sentence for people;
 * any other error as it is.
 */
export const writeProblem = (error: unknown, name: string): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AppError || code === undefined) return error;
  if (code === 'EEXIST') {
    return new AppError('Conflict', `A file named "${name}" already exists in this folder`);
  }
  return new AppError(
    'UnprocessableContent',
    reasons[code] ?? `The file could not be added to the library (${code}).`,
  );
};
