import { AppError } from '../../shared/errors.ts';
import { MediaError } from '../media/media-error.ts';

/**
 * What a failure to read a book's file is to who asked: a file that is gone is not found, everything else
 * about it cannot be processed. What is no MediaError comes back as it is.
 */
export const mediaFailure = (error: unknown, bookId: string): unknown => {
  if (!(error instanceof MediaError)) return error;
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? new AppError('NotFound', `The file of book ${bookId} is not on the disk any more`)
    : new AppError('UnprocessableContent', error.message);
};
