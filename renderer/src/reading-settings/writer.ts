import type { ChangeChoices } from './change.ts';
import { noChoice, type Choices } from './choices.ts';
import type { ReadingKind } from './fields.ts';
import {
  changedPreferences,
  readChoices,
  type PreferenceChange,
  type PreferenceMap,
} from './stored-choices.ts';

export interface ChoicesWriterOptions {
  /** Reads the preferences as the server has them now. */
  read: () => Promise<PreferenceMap>;
  write: (change: PreferenceChange) => Promise<void>;
  /** Whether it is worth trying again later after this failure. */
  isPassing: (error: unknown) => boolean;
  onRefused: (error: unknown) => void;
  /** Milliseconds of rest before anything is written; a slider moves often. */
  delay?: number;
}

/** Milliseconds until a failed write is tried again. */
const retryDelay = 15_000;

/**
 * Writes changed choices to the server. Each change is made again on what the server has by then, so
 * that two devices which choose for different series do not undo each other.
 */
export const createChoicesWriter = (options: ChoicesWriterOptions) => {
  const { read, write, isPassing, onRefused, delay = 500 } = options;
  let waiting: { kind: ReadingKind; change: ChangeChoices }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  };

  const send = async () => {
    const batch = waiting;
    waiting = [];
    try {
      const held = await read();
      for (const kind of new Set(batch.map((item) => item.kind))) {
        const before = readChoices(kind, held);
        const after = batch
          .filter((item) => item.kind === kind)
          .reduce<Choices>((choices, { change }) => change(choices), {
            ...before,
            device: noChoice,
          });
        for (const change of changedPreferences(kind, before, after)) await write(change);
      }
    } catch (error) {
      if (!isPassing(error)) {
        onRefused(error);
        return;
      }
      waiting = [...batch, ...waiting];
      schedule(retryDelay);
    }
  };

  /** Writes at once what is waiting. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    running = running.then(() => (waiting.length === 0 ? undefined : send()));
    return running;
  };

  return {
    add: (kind: ReadingKind, change: ChangeChoices): void => {
      waiting.push({ kind, change });
      schedule(delay);
    },
    flush,
  };
};
