import type { Messages } from './messages.ts';

/**
 * What to tell a person when the start fails. The server's own errors (data directory in use, bad
 * configuration) are sentences already; a native module that does not load is not.
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
  // sharp and argon2 wrap what dlopen said in an error of their own.
  return loadErrors.has(code) || /^Could not load the "sharp" module|native binding/.test(message);
};
