import i18next from 'i18next';

import { needNotices, reportFailure } from './notify.ts';

export interface UndoOffer {
  /** Describes the change: "12 books marked as read". */
  text: string;
  /** Describes what is true after the undo; without it, the notification names the undone change. */
  undone?: string;
  /** Undoes the change. Errors are shown to the user. */
  undo: () => unknown;
}

interface Entry extends UndoOffer {
  id: string;
}

/** Size of the undo stack. */
const maxEntries = 20;

let entries: readonly Entry[] = [];
let count = 0;

/** Loaded on demand to keep it out of the first page. */
const notices = () => {
  needNotices();
  return import('./undo-notice.tsx');
};

/**
 * Reports a change and offers to undo it: by the notification's button while shown, by Ctrl/Cmd+Z
 * also later.
 */
export const offerUndo = (offer: UndoOffer): void => {
  count += 1;
  const entry: Entry = { ...offer, id: `undo-${count}` };
  entries = [...entries, entry].slice(-maxEntries);
  void notices().then(({ showOffer }) =>
    showOffer(entry.id, entry.text, () => void undoEntry(entry)),
  );
};

/** Undoes the newest change. False if there is none, so that the key event passes on. */
export const undoNewest = (): boolean => {
  const newest = entries.at(-1);
  if (newest === undefined) return false;
  void undoEntry(newest);
  return true;
};

/** Clears the undo stack when the user changes. */
export const forgetUndo = (): void => {
  entries = [];
};

const undoEntry = async (entry: Entry): Promise<void> => {
  if (!entries.includes(entry)) return;
  entries = entries.filter((other) => other !== entry);
  const { hideOffer, showUndone } = await notices();
  hideOffer(entry.id);
  try {
    await entry.undo();
    showUndone(entry.id, entry.undone ?? i18next.t('undo.doneOf', { text: entry.text }));
  } catch (error) {
    reportFailure(error);
  }
};
