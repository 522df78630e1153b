import type { ChangeChoices } from './change.ts';
import { noChoice, type SettingsOverrides } from './choices.ts';
import type { ReadingKind } from './fields.ts';
import {
  changedPreferences,
  readChoices,
  withChanges,
  type PreferenceChange,
  type PreferenceMap,
} from './stored-choices.ts';

export interface ChoicesWriterOptions {
  /** Fetches the current preferences. */
  read: () => Promise<PreferenceMap>;
  /** `keepalive` lets the request outlive the page. */
  write: (change: PreferenceChange, keepalive: boolean) => Promise<void>;
  /** Whether the error is temporary, so that a retry makes sense. */
  isPassing: (error: unknown) => boolean;
  onRefused: (error: unknown) => void;
  /** Called once for several failures in a row that pass. */
  onDelayed: (error: unknown) => void;
}

/** Debounce of writes (ms), because a slider changes often. */
const delay = 500;
/** Delay before a failed write is retried (ms). */
const retryDelay = 15_000;

/**
 * Saves changed settings. Each change is reapplied to the server's current state, so that two
 * devices changing different series do not overwrite each other.
 */
export const createChoicesWriter = (options: ChoicesWriterOptions) => {
  const { read, write, isPassing, onRefused, onDelayed } = options;
  let waiting: Waiting[] = [];
  /** The batch in flight; resent on page hide. */
  let sending: Waiting[] = [];
  /** The last known preferences of the server. */
  let known: PreferenceMap | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let isDelayed = false;

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  };

  const send = async () => {
    sending = waiting;
    waiting = [];
    try {
      known = await read();
      const changes = changesOf(sending, known);
      for (const change of changes) await write(change, false);
      // Otherwise `leave` would write what was read here, without these changes.
      known = withChanges(known, changes);
      isDelayed = false;
    } catch (error) {
      if (!isPassing(error)) {
        onRefused(error);
        return;
      }
      if (!isDelayed) onDelayed(error);
      isDelayed = true;
      waiting = [...sending, ...waiting];
      schedule(retryDelay);
    } finally {
      sending = [];
    }
  };

  /** Writes pending changes at once. */
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
    /** Updates the known preferences, so that `leave` needs no read. */
    learn: (preferences: PreferenceMap): void => {
      known = preferences;
    },
    /** Writes pending changes while the page unloads, without reading the server's state first. */
    leave: (): void => {
      const unsent = [...sending, ...waiting];
      if (known === null || unsent.length === 0) return;
      const changes = changesOf(unsent, known);
      for (const change of changes) void write(change, true).catch(() => undefined);
      // For a page restored from the back/forward cache.
      waiting = [];
      known = withChanges(known, changes);
    },
  };
};

interface Waiting {
  kind: ReadingKind;
  change: ChangeChoices;
}

/** The writes that apply a batch to the given preferences. */
const changesOf = (batch: readonly Waiting[], held: PreferenceMap): PreferenceChange[] =>
  [...new Set(batch.map((item) => item.kind))].flatMap((kind) => {
    const before = readChoices(kind, held);
    const after = batch
      .filter((item) => item.kind === kind)
      .reduce<SettingsOverrides>((choices, { change }) => change(choices), {
        ...before,
        device: noChoice,
      });
    return changedPreferences(kind, before, after);
  });
