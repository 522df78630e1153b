/** Missing in some browsers, and its methods in others, whatever the types say. */
type BrowserStorage = Partial<Pick<StorageManager, 'persist' | 'estimate'>>;

const browserStorage = (): BrowserStorage =>
  (navigator as { storage?: BrowserStorage }).storage ?? {};

/**
 * Asks the browser not to evict the books when the disk runs short. Firefox asks the person and answers
 * when they do, so nobody waits for it; a refusal changes nothing either.
 */
export const requestPersistence = (storage = browserStorage()): void => {
  storage.persist?.().catch(() => undefined);
};

/** Bytes that this browser allows; null where it does not say. */
export const readQuota = async (storage = browserStorage()): Promise<number | null> => {
  try {
    return (await storage.estimate?.())?.quota ?? null;
  } catch {
    return null;
  }
};
