/**
 * Cleans up after a failure on a best-effort basis, because the original error is more useful than
 * one from the cleanup. Leftovers are removed by the next attempt or start.
 */
export const discard = (remove: () => void): void => {
  try {
    remove();
  } catch {
    // See above.
  }
};
