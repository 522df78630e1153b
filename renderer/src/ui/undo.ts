import { reportFailure } from './notify.ts';

export interface UndoOffer {
  /** What was done, in a sentence: "12 books marked as read". */
  text: string;
  /** Takes it back. What it throws is told to the person. */
  undo: () => Promise<unknown>;
}

interface Entry extends UndoOffer {
  id: string;
}

/** As many changes can be taken back, newest first. */
const maxEntries = 20;

let entries: readonly Entry[] = [];
let count = 0;

/** The notice is loaded apart from the first page, which nearly always does without. */
const notices = () => import('./undo-notice.tsx');

/**
 * Tells that something was changed or removed and offers to take it back: by the button of the
 * notice while it shows, by Ctrl/Cmd+Z also afterwards.
 */
export const offerUndo = (offer: UndoOffer): void => {
  count += 1;
  const entry: Entry = { ...offer, id: `undo-${count}` };
  entries = [...entries, entry].slice(-maxEntries);
  void notices().then(({ showOffer }) =>
    showOffer(entry.id, entry.text, () => void takeBack(entry)),
  );
};

/** Takes back the newest change on offer. False where there is none, so that the key goes on. */
export const undoNewest = (): boolean => {
  const newest = entries.at(-1);
  if (newest === undefined) return false;
  void takeBack(newest);
  return true;
};

/** What one person did is nothing that the next one may undo. */
export const forgetUndo = (): void => {
  entries = [];
};

const takeBack = async (entry: Entry): Promise<void> => {
  if (!entries.includes(entry)) return;
  entries = entries.filter((other) => other !== entry);
  const { hideOffer, showUndone } = await notices();
  hideOffer(entry.id);
  try {
    await entry.undo();
    showUndone(entry.id, entry.text);
  } catch (error) {
    reportFailure(error);
  }
};
