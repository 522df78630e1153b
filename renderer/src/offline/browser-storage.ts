/** Optional whatever the DOM types say: some browsers lack it or some of its methods. */
type BrowserStorage = Partial<Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>>;

const browserStorage = (): BrowserStorage =>
  (navigator as { storage?: BrowserStorage }).storage ?? {};

/**
 * Asks the browser not to evict the downloads under disk pressure. Not awaited: Firefox asks the
 * user first, and a refusal changes nothing.
 */
export const requestPersistence = async (storage = browserStorage()): Promise<void> => {
  await storage.persist?.().catch(() => undefined);
};

/** Whether the browser keeps the downloads when space runs out; null if it does not say. */
export const isPersistent = async (storage = browserStorage()): Promise<boolean | null> => {
  try {
    return (await storage.persisted?.()) ?? null;
  } catch {
    return null;
  }
};

/** Storage quota (bytes); null if the browser does not report it. */
export const readQuota = async (storage = browserStorage()): Promise<number | null> => {
  try {
    return (await storage.estimate?.())?.quota ?? null;
  } catch {
    return null;
  }
};
