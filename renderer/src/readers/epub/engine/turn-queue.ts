import type { Step } from '../../shell/opened-book.ts';

/** How a turn ended; `stopped` if its part failed to load, or something else was shown instead. */
export type TurnResult = 'moved' | 'end' | 'stopped';

type Turn = () => Promise<TurnResult>;

/** Turns that wait for a part. A held key must not go on for long after it is released. */
const maxWaiting = 8;

/**
 * Runs turns one after another. A turn that comes while a part is loading follows it; one in the
 * other direction takes back the last.
 */
export const createTurnQueue = (cancelLoad: () => void) => {
  let running: { step: Step; waiting: Turn[] } | null = null;
  return {
    /** Resolves to false at an end of the book. */
    async run(step: Step, turn: Turn): Promise<boolean> {
      if (running !== null) {
        if (running.step === step) {
          if (running.waiting.length < maxWaiting) running.waiting.push(turn);
        } else if (running.waiting.pop() === undefined) {
          running = null;
          cancelLoad();
        }
        return true;
      }
      const own = { step, waiting: [] as Turn[] };
      running = own;
      let result = await turn();
      while (result === 'moved' && running === own) {
        const next = own.waiting.shift();
        if (!next) break;
        result = await next();
      }
      if (running === own) running = null;
      return result !== 'end';
    },
    /** Drops the turns that wait, because something else is shown. */
    clear(): void {
      running = null;
    },
  };
};
