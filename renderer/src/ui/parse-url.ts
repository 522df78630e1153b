/** An address, or null for what is none. `URL.parse` does the same, but only since Safari 18. */
export const parseUrl = (address: string, base?: string): URL | null => {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};
