import { removeStartFromAddress } from './start-address.ts';

/** In `sessionStorage`: reloads read it, other tabs and the server do not. */
const storageKey = 'octavo.incognito-place';

interface Place {
  page: number;
  /** A locator as JSON. */
  place?: string | undefined;
}

interface KeptPlace extends Place {
  entry: string;
}

/** The entry of the history where the book is read, the same after a reload. */
const entryOfBook = (): string =>
  (history.state as { __TSR_key?: string } | null)?.__TSR_key ?? location.pathname;

/** Keeps the place of a reader who saves nothing, so that a reload resumes there. */
export const saveIncognitoPosition = (bookId: string, place: Place): void => {
  const kept: KeptPlace = { ...place, entry: entryOfBook() };
  sessionStorage.setItem(storageKey, JSON.stringify(kept));
  removeStartFromAddress(bookId);
};

export const readIncognitoPosition = (): Place | null => {
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as KeptPlace | null;
  return kept?.entry === entryOfBook() ? kept : null;
};
