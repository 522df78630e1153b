import { AppError } from '../../../../shared/errors.ts';

/** The record does not exist (any more); a retry is pointless. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'NotFound';
