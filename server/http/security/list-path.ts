/** Whether a path is that of a list requested by POST, because its conditions are too long for an address. */
export const isListPath = (path: string): boolean => /\/(?:ids|letters|list|search)\/?$/.test(path);
