import { z } from 'zod';

import type { PreferenceMap } from './stored-choices.ts';

const key = 'octavo.reading.saved';

const schema = z.object({ user: z.string(), preferences: z.record(z.string(), z.unknown()) });

/** What the server kept of this person when it was last asked: a book opens at once, or without it. */
export const rememberedPreferences = (userId: string): PreferenceMap | null => {
  try {
    const { user, preferences } = schema.parse(JSON.parse(localStorage.getItem(key) ?? ''));
    return user === userId ? preferences : null;
  } catch {
    return null;
  }
};

export const rememberPreferences = (userId: string, preferences: PreferenceMap): void => {
  const about = Object.entries(preferences).filter(
    ([name]) => name.startsWith('reader.') || name.startsWith('client.octavo.reading.'),
  );
  try {
    const text = JSON.stringify({ user: userId, preferences: Object.fromEntries(about) });
    localStorage.setItem(key, text);
  } catch {
    // A full or forbidden storage only means that the next book waits for the server.
  }
};
