import { dayMs, hourMs } from '../../shared/durations.ts';
import type { Database } from './types.ts';
import { storageProblem } from './storage-problem.ts';
import { createSteadyClock } from '../lib/steady-clock.ts';

/** A longer gap between two runs is suspicious, because the clock may be wrong. */
const plausibleGapMs = 30 * dayMs;
/** How long a suspicious clock must run before it is trusted. */
const doubtMs = dayMs;

interface Seen {
  /** The last trusted time, ms. */
  at: number;
  /** When a later time was first seen, by the clock itself, ms; null unless suspicious. */
  doubted_at: number | null;
}

/**
 * The clock for permanent deletion: the system clock, unless it is more than 30 days ahead of the
 * last time this database has seen. Then it stands still until the system clock has advanced by a
 * day, so that neither a jump nor a wrong clock at startup deletes anything years too early.
 */
export const createDeletionClock = (database: Database, clock: () => Date): (() => Date) => {
  const steady = createSteadyClock(clock);
  const store = createSeenStore(database);
  let seen = store.read();
  let saved = seen;

  const save = () => {
    const isNews = saved?.doubted_at !== seen?.doubted_at || distance(saved, seen) > hourMs;
    if (!seen || !isNews) return;
    try {
      store.save(seen);
      saved = seen;
    } catch (error) {
      // Saved by a later check, once there is disk space.
      if (storageProblem(error) === null) throw error;
    }
  };

  return () => {
    const now = steady().getTime();
    seen = nextClockState(seen, now);
    save();
    return new Date(Math.min(now, seen.at));
  };
};

const nextClockState = (seen: Seen | null, now: number): Seen => {
  if (seen === null || now <= seen.at + plausibleGapMs) return { at: now, doubted_at: null };
  const { at: time, doubted_at } = seen;
  const isAnotherJump =
    doubted_at === null || now < doubted_at || now > doubted_at + doubtMs + plausibleGapMs;
  if (isAnotherJump) return { at: time, doubted_at: now };
  return now < doubted_at + doubtMs ? seen : { at: now, doubted_at: null };
};

const distance = (a: Seen | null, b: Seen | null): number =>
  a && b ? Math.abs(a.at - b.at) : Infinity;

/**
 * Stored in the settings table under a name that no setting has; a database without it falls back
 * to its newest rows.
 */
const key = 'clock.seen';

const createSeenStore = (database: Database) => {
  const read = database
    .prepare<[], string>(`SELECT value FROM settings WHERE key = '${key}'`)
    .pluck();
  const newest = database
    .prepare<[], string | null>(
      `SELECT max(at) FROM (SELECT max(created_at) AS at FROM sessions
       UNION ALL SELECT max(created_at) FROM tasks)`,
    )
    .pluck();
  const write = database.prepare(
    `INSERT INTO settings (key, value, updated_at, updated_by) VALUES ('${key}', @value, '', '')
     ON CONFLICT (key) DO UPDATE SET value = @value`,
  );
  return {
    read(): Seen | null {
      const text = read.get();
      if (text !== undefined) return JSON.parse(text) as Seen;
      const newestTime = newest.get();
      return typeof newestTime !== 'string'
        ? null
        : { at: Date.parse(newestTime), doubted_at: null };
    },
    save: (seen: Seen): void => void write.run({ value: JSON.stringify(seen) }),
  };
};
