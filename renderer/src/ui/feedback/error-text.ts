import { errorMessage } from '../../api/client.ts';
import { translateServerMessage } from './translate-server-message.ts';

/** The translated message of an error; null if there is only the generic one. */
export const errorText = (error: unknown): string | null => {
  const message = errorMessage(error);
  return message === null ? null : translateServerMessage(message);
};
