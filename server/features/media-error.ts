import { AppError } from '../../shared/errors.ts';
import { MediaError } from '../media/media-error.ts';

/**
 * Maps an error while reading a book's file to the HTTP error for the client: 404 for a missing
 * file, 422 for any other fault of the file. Errors unrelated to the file are returned unchanged.
 */
export const mediaErrorToAppError = (error: unknown, bookId: string): unknown => {
  if (!(error instanceof MediaError)) return error;
  switch ((error.cause as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new AppError('NotFound', `The file of book ${bookId} no longer exists on the disk`);
    default:
      // Answered with 503, because the file is not at fault.
      if (error.reason === 'unavailable') return error;
      return new AppError('UnprocessableContent', error.message);
  }
};
