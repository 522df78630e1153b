import { foreignAnswer } from '../../../../shared/client.ts';
import { AppError } from '../../../../shared/errors.ts';
import { translateServerMessage } from './translate-server-message.ts';

/** The translated message of an error; null if Octavo did not answer. */
export const errorText = (error: unknown): string | null =>
  error instanceof AppError && !error.message.startsWith(foreignAnswer)
    ? translateServerMessage(error.message)
    : null;
