import { AppError } from '../../../shared/errors.ts';

/** The record does not exist, or no longer; trying again would not help. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'NotFound';
