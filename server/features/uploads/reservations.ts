import type { Upload } from '../../../shared/api/uploads.ts';
import { AppError, retryAfter } from '../../../shared/errors.ts';

/** Uploads that one person can have open. */
const maxOfOne = 8;

/** The share of an upload in the limits, also while it is created. */
export type Reserved = Pick<Upload, 'file_size' | 'received'> & { user_pk: number };

/**
 * Creates an upload that knows the earlier ones, those that are still being created included. Throws TooManyRequests if
 * its person has too many.
 */
export const createReservations = (uploads: ReadonlyMap<string, Reserved>) => {
  const beginning = new Set<Reserved>();
  return async (
    own: Reserved,
    create: (earlier: readonly Reserved[]) => Promise<Upload>,
  ): Promise<Upload> => {
    const earlier = [...uploads.values(), ...beginning];
    if (earlier.filter(({ user_pk }) => user_pk === own.user_pk).length >= maxOfOne) {
      throw new AppError(
        'TooManyRequests',
        'Too many files are being uploaded; wait until one is done',
        retryAfter(10),
      );
    }
    beginning.add(own);
    try {
      return await create(earlier);
    } finally {
      beginning.delete(own);
    }
  };
};
