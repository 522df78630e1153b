import { z } from 'zod';

import type { PreferenceMap } from './stored-choices.ts';

const key = 'octavo.reading.saved';

const schema = z.object({ user: z.string(), preferences: z.record(z.string(), z.unknown()) });

/**
 * The last known preferences of this user, so that a book opens without waiting for the server, or
 * offline.
 */
export const cachedPreferences = (userId: string): PreferenceMap | null => {
  try {
    const { user, preferences } = schema.parse(JSON.parse(localStorage.getItem(key) ?? ''));
    return user === userId ? preferences : null;
  } catch {
    return null;
  }
};

export const cachePreferences = (userId: string, preferences: PreferenceMap): void => {
  const about = Object.entries(preferences).filter(
    ([name]) => name.startsWith('reader.') || name.startsWith('client.octavo.reading.'),
  );
  try {
    const text = JSON.stringify({ user: userId, preferences: Object.fromEntries(about) });
    localStorage.setItem(key, text);
  } catch {
    // Ignored: without storage the next book waits for the server.
  }
};
