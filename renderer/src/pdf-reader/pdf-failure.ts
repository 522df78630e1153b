/** Why a document cannot be opened. */
export type PdfFailure = 'password' | 'damaged' | 'missing' | 'unreachable' | 'unknown';

/**
 * Judges an error of pdf.js by its name. A lost connection and a fault of pdf.js itself arrive under the same
 * name, so the server is asked once more.
 *
 * @param ask rejects where the server is not reached
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
