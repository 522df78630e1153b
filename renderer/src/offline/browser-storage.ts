/** Optional whatever the DOM types say: some browsers lack it or some of its methods. */
type BrowserStorage = Partial<Pick<StorageManager, 'persist' | 'estimate'>>;

const browserStorage = (): BrowserStorage =>
  (navigator as { storage?: BrowserStorage }).storage ?? {};

/**
 * Asks the browser not to evict the downloads under disk pressure. Not awaited: Firefox asks the
 * user first, and a refusal changes nothing.
 */
export const requestPersistence = (storage = browserStorage()): void => {
  storage.persist?.().catch(() => undefined);
};

/** Storage quota (bytes); null if the browser does not report it. */
export const readQuota = async (storage = browserStorage()): Promise<number | null> => {
  try {
    return (await storage.estimate?.())?.quota ?? null;
  } catch {
    return null;
  }
};
