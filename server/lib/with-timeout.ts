/**
 * Resolves with a promise's result, or `fallback` after `milliseconds`. The work itself continues,
 * because a system call on a hung network drive cannot be stopped.
 */
export const withTimeout = async <T, F>(
  work: Promise<T>,
  milliseconds: number,
  fallback: F,
): Promise<T | F> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<F>((resolve) => {
    timer = setTimeout(resolve, milliseconds, fallback);
  });
  // The losing promise can still reject later, which must not be unhandled.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
};
