/** Resolves after a time (ms). */
export const delay = (ms?: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
