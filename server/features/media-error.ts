import { AppError } from '../../shared/errors.ts';
import { MediaError } from '../media/media-error.ts';
import { createFolderProbe } from './libraries/library-folder.ts';

/** One for all requests, because each probe of a hung drive blocks a thread. */
const folders = createFolderProbe();

/**
 * The error for a file that is not where it was: it is gone, or the drive of its library is not
 * connected. `libraryPath` is null if its folder was there just before.
 */
export const missingFile = async (libraryPath: string | null): Promise<AppError> => {
  const isThere = libraryPath === null || (await folders.isAvailable(libraryPath, true));
  return new AppError(
    'NotFound',
    isThere === false
      ? 'This book cannot be read, because the folder of its library cannot be reached. Connect its drive and try again.'
      : 'The file of this book no longer exists on the disk. Put it back and try again.',
  );
};

/**
 * Maps an error while reading a book's file to the HTTP error for the client: 404 for a missing
 * file, 422 for any other fault of the file. Errors unrelated to the file are returned unchanged.
 */
export const mediaErrorToAppError = async (
  error: unknown,
  libraryPath: string | null,
): Promise<unknown> => {
  if (!(error instanceof MediaError)) return error;
  switch ((error.cause as NodeJS.ErrnoException | undefined)?.code) {
    // The last is that of a path with a NUL: another file has taken the place of the book.
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ERR_INVALID_ARG_VALUE':
      return missingFile(libraryPath);
    default:
      // Answered with 503, because the file is not at fault.
      if (error.reason === 'unavailable') return error;
      return new AppError('UnprocessableContent', error.message);
  }
};
