import { useState } from 'react';

import { useUserId } from '../../api/session-store.ts';

/** Texts that were left before they were saved, by person and form; gone with the page. */
const drafts = new Map<string, string>();

/**
 * The text of a field that people write at length. It comes back when its form was closed by a key or a click
 * beside it, or when the session ended, until it is saved or cancelled. `form` identifies what is written about.
 */
export const useDraftText = (form: string, initial: string) => {
  const key = `${useUserId() ?? ''} ${form}`;
  const [text, setText] = useState(() => drafts.get(key) ?? initial);
  return {
    text,
    setText: (next: string): void => {
      setText(next);
      if (next === initial) drafts.delete(key);
      else drafts.set(key, next);
    },
    forget: (): void => void drafts.delete(key),
  };
};
