import type { ReadingDevice } from '../../../../shared/api/progress-record.ts';
import type { Locator } from '../epub/engine/locator.ts';
import type { Step } from './opened-book.ts';
import { initialMoves, type ReadingMoves } from './reading-moves.ts';

export type Panel = 'chapters' | 'contents' | 'find' | 'info' | 'marks' | 'settings' | 'thumbnails';

/** `peek` lasts while the pointer is at an edge, `shown` until toggled. */
export type Chrome = 'hidden' | 'peek' | 'shown';

/** Reading position of another device. */
export interface RemotePosition {
  page: number;
  /** Null if unknown. */
  device: ReadingDevice | null;
  /** The exact position, in a text. */
  locator?: Locator;
}

/** The state of the controls around the pages, the same in all readers. */
export interface ShellState extends ReadingMoves {
  chrome: Chrome;
  panel: Panel | null;
  /** Which end card is shown, if any. */
  end: Step | null;
  /** A newer position from another device. */
  remote: RemotePosition | null;
  isIncognito: boolean;
}

/** A store that includes the shell's state. */
export interface ShellStore {
  getState: () => ShellState;
  setState: (change: Partial<ShellState>) => void;
}

/** @param isJump opened at a page that is not the reader's own position */
export const initialShell = (isIncognito: boolean, isJump: boolean): ShellState => ({
  chrome: 'hidden',
  panel: null,
  end: null,
  remote: null,
  isIncognito,
  ...initialMoves(isJump),
});
