import { foreignAnswer } from '../../../../shared/client.ts';
import { AppError } from '../../../../shared/errors.ts';
import { translateServerMessage } from './translate-server-message.ts';

/** The translated message of an error; null if neither Octavo nor a proxy in front of it refused the request. */
export const errorText = (error: unknown): string | null =>
  error instanceof AppError && !error.message.startsWith(`${foreignAnswer}5`)
    ? translateServerMessage(error.message)
    : null;
