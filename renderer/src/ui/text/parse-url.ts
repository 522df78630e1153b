/** Parses a URL; null if invalid. `URL.parse` needs Safari 18. */
export const parseUrl = (address: string, base?: string): URL | null => {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
};
