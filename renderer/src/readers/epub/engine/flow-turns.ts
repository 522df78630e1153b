import type { Step } from '../../shell/opened-book.ts';
import type { Movement } from './book-engine.ts';
import type { PartTarget, OpenPart } from './flow-part.ts';
import type { createLatestLoad } from './latest-load.ts';
import { createTurnQueue, type TurnResult } from './turn-queue.ts';

interface FlowTurnOptions {
  /** Number of parts in the reading order. */
  count: number;
  openPart: () => OpenPart | null;
  /** Resolves to false if the part is not shown. */
  show: (
    spineIndex: number,
    inside: PartTarget,
    movement: Exclude<Movement, 'layout'>,
  ) => Promise<boolean>;
  /** Returns from a document outside of the reading order. */
  goBack: () => Promise<boolean>;
  /** Another screen of the open part is shown. */
  onScreen: (opened: OpenPart) => void;
  latest: ReturnType<typeof createLatestLoad>;
}

/** Turns the pages of a book in flowing text, across its parts. */
export const createFlowTurns = (options: FlowTurnOptions) => {
  const { count, openPart, show, goBack, onScreen, latest } = options;
  const queue = createTurnQueue(latest.cancel);

  /** Leaves a part for the one before or after it, or a note for the part that led there. */
  const leave = async (
    from: number,
    step: Step,
    kind: 'start' | 'end',
    movement: 'turn' | 'jump',
  ): Promise<TurnResult> => {
    if (from >= count) return (await goBack()) ? 'moved' : 'stopped';
    const next = from + step;
    if (next < 0 || next >= count) return 'end';
    return (await show(next, { kind }, movement)) ? 'moved' : 'stopped';
  };

  const turn = async (step: Step): Promise<TurnResult> => {
    const opened = openPart();
    const end = step > 0 ? 'start' : 'end';
    const broken = latest.broken();
    if (broken !== null) return leave(broken, step, end, 'turn');
    if (!opened) return 'stopped';
    // A jump that is still loading would arrive after the turn.
    latest.cancel();
    const { layout } = opened;
    if (layout.isScrolled && layout.scroll(step)) return 'moved';
    const next = layout.screen() + step;
    if (next < 0 || next >= layout.screens()) {
      return leave(opened.spineIndex, step, end, 'turn');
    }
    layout.goToScreen(next);
    onScreen(opened);
    return 'moved';
  };

  const turnPart = async (step: Step): Promise<TurnResult> => {
    const from = latest.broken() ?? openPart()?.spineIndex;
    return from === undefined ? 'stopped' : leave(from, step, 'start', 'jump');
  };

  return {
    turn: (step: Step): Promise<boolean> => queue.run(step, () => turn(step)),
    turnPart: (step: Step): Promise<boolean> => queue.run(step, () => turnPart(step)),
    clear: queue.clear,
  };
};
