/** Why a document cannot be opened. */
export type PdfFailure = 'password' | 'damaged' | 'missing' | 'unreachable' | 'unknown';

/**
 * Classifies a pdf.js error by its name. A lost connection and an internal error share a name, so
 * the server is requested once more.
 *
 * @param ask rejects if the server does not deliver the file
 */
export const failureOf = async (
  error: unknown,
  ask: () => Promise<unknown>,
): Promise<PdfFailure> => {
  const { name, status } = error as { name?: unknown; status?: unknown };
  if (name === 'PasswordException') return 'password';
  if (name === 'InvalidPDFException') return 'damaged';
  if (name === 'ResponseException' && status !== 0) {
    return status === 404 ? 'missing' : 'unreachable';
  }
  return ask().then(
    () => 'unknown',
    () => 'unreachable',
  );
};
