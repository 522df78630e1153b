import type { Ports } from '../ports.ts';
import { messagesFor, type Messages } from '../shell-texts.ts';

/** Shows why the application could not start. */
export const showStartFailure = ({ app, dialogs }: Ports, error: unknown): void => {
  const text = messagesFor(app.locale());
  dialogs.showFatalError(text.startFailed(app.name), explainStartFailure(error, app.name, text));
};

/**
 * The message for a failed start. Errors of the server (data directory in use, invalid
 * configuration) are sentences already; a native module that fails to load is not.
 */
export const explainStartFailure = (error: unknown, app: string, text: Messages): string => {
  const message = error instanceof Error ? error.message : String(error);
  return isBrokenInstallation(error, message)
    ? `${text.brokenInstallation(app)}\n\n${message}`
    : message;
};

const loadErrors = new Set(['ERR_DLOPEN_FAILED', 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

const isBrokenInstallation = (error: unknown, message: string): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // sharp and argon2 wrap the error of dlopen.
  return loadErrors.has(code) || /^Could not load the "sharp" module|native binding/.test(message);
};
