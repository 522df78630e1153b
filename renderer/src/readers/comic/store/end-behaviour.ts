import { neighbourOf, type OpenedBook } from '../../shell/opened-book.ts';
import { axisOfStrip } from '../input/navigation.ts';
import type { ReadingMode } from './reading-mode.ts';
import type { ComicSettings } from './settings.ts';

interface EndState {
  settings: Pick<ComicSettings, 'at_end'>;
  mode: ReadingMode;
  /** Whether the user has declined at the end card. */
  isStaying: boolean;
}

/** Behaviour after the last page; `auto` continues without asking only in scrolling modes. */
export const endBehaviourOf = ({
  settings: { at_end },
  mode,
  isStaying,
}: EndState): 'ask' | 'continue' | 'stop' => {
  const isContinuing = at_end === 'continue' || (at_end === 'auto' && axisOfStrip(mode) !== null);
  if (isContinuing) return isStaying ? 'ask' : 'continue';
  return at_end === 'stop' ? 'stop' : 'ask';
};

/** Whether the next book opens by itself after a countdown. */
export const opensNext = (state: EndState & { book: OpenedBook }): boolean =>
  endBehaviourOf(state) === 'continue' && neighbourOf(state.book, 1) !== null;
