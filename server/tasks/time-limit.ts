/**
 * What a promise gives, or `fallback` when it takes longer than `milliseconds`. The work itself is
 * not stopped: a system call on a hung network drive cannot be.
 */
export const withTimeLimit = async <T, F>(
  work: Promise<T>,
  milliseconds: number,
  fallback: F,
): Promise<T | F> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<F>((resolve) => {
    timer = setTimeout(resolve, milliseconds, fallback);
  });
  // Whoever loses the race may still fail later; nobody waits for that.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
};
