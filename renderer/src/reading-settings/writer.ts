import type { ChangeChoices } from './change.ts';
import { noChoice, type Choices } from './choices.ts';
import type { ReadingKind } from './fields.ts';
import {
  changedPreferences,
  readChoices,
  withChanges,
  type PreferenceChange,
  type PreferenceMap,
} from './stored-choices.ts';

export interface ChoicesWriterOptions {
  /** Reads the preferences as the server has them now. */
  read: () => Promise<PreferenceMap>;
  /** With `keepalive` it must outlive the page. */
  write: (change: PreferenceChange, keepalive: boolean) => Promise<void>;
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
  let waiting: Waiting[] = [];
  /** What is being sent; it is lost with the page if that goes meanwhile. */
  let sending: Waiting[] = [];
  /** The preferences as the server had them when it was last asked. */
  let known: PreferenceMap | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  };

  const send = async () => {
    sending = waiting;
    waiting = [];
    try {
      known = await read();
      for (const change of changesOf(sending, known)) await write(change, false);
    } catch (error) {
      if (!isPassing(error)) {
        onRefused(error);
        return;
      }
      waiting = [...sending, ...waiting];
      schedule(retryDelay);
    } finally {
      sending = [];
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
    /** Tells what the server has, so that nothing need be asked when the page is left. */
    learn: (preferences: PreferenceMap): void => {
      known = preferences;
    },
    /** Writes what is waiting while the page goes away: there is no time to ask what the server has. */
    leave: (): void => {
      const unsent = [...sending, ...waiting];
      if (known === null || unsent.length === 0) return;
      const changes = changesOf(unsent, known);
      for (const change of changes) void write(change, true).catch(() => undefined);
      // A page that comes back from the browser's memory goes on from here.
      waiting = [];
      known = withChanges(known, changes);
    },
  };
};

interface Waiting {
  kind: ReadingKind;
  change: ChangeChoices;
}

/** What has to be written so that the changes are made on what the server holds. */
const changesOf = (batch: readonly Waiting[], held: PreferenceMap): PreferenceChange[] =>
  [...new Set(batch.map((item) => item.kind))].flatMap((kind) => {
    const before = readChoices(kind, held);
    const after = batch
      .filter((item) => item.kind === kind)
      .reduce<Choices>((choices, { change }) => change(choices), { ...before, device: noChoice });
    return changedPreferences(kind, before, after);
  });
