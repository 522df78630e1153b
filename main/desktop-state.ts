import { readFileSync } from 'node:fs';
import { z } from 'zod';

import { writeFileAtomic } from '../server/lib/write-file-atomic.ts';
import { connectionSchema } from './connection/connection.ts';

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** Each field has its own fallback, so that one invalid value affects no other. */
const stateSchema = z.object({
  /** The server's last port: bookmarks and paired phones keep working. */
  port: z.int().min(1).max(65_535).nullable().catch(null),
  /** The configured port at that time; 0 if a user has changed it since, null if unknown. */
  namedPort: z.int().min(0).max(65_535).nullable().catch(null),
  /** Name of the user whom the window signs in as; null before the first start. */
  owner: z.string().nullable().catch(null),
  /** The last address for other devices; null if not shared. */
  sharedUrl: z.string().nullable().catch(null),
  /** Scheduled scans are suspended until this time. */
  schedulesPausedUntil: z.iso.datetime().nullable().catch(null),
  /** Books opened from disk, most recent first. */
  recentFiles: z.array(z.string()).max(100).catch([]),
  /** Colours and language of all windows, as set in the application. */
  look: z
    .object({ scheme: z.enum(['system', 'light', 'dark']), language: z.string().nullable() })
    .catch({ scheme: 'system', language: null }),
  /** The connection that the application shows; null before the first choice. */
  connection: connectionSchema.nullable().catch(null),
  /** URL of a server → SHA-256 of the public key that a person accepted for it. */
  trustedKeys: z.record(z.string(), z.string()).catch({}),
  /** The update settings of the own server, for the time when it does not run. */
  updates: z
    .object({
      isChecked: z.boolean(),
      isNotified: z.boolean(),
      channel: z.enum(['stable', 'beta']),
    })
    .catch({ isChecked: true, isNotified: true, channel: 'stable' }),
  bounds: rectangle.nullable().catch(null),
  maximized: z.boolean().catch(false),
});

export type State = z.infer<typeof stateSchema>;

export interface StateFile {
  get(): Readonly<State>;
  /** Updates some fields and writes the file, if it can be written. */
  update(change: Partial<State>): void;
}

/** The shell's persistent state in a small file; a damaged one counts as missing. */
export const openState = (file: string): StateFile => {
  let state = stateSchema.parse(readJson(file));
  return {
    get: () => state,
    update: (change) => {
      state = { ...state, ...change };
      try {
        writeFileAtomic(file, JSON.stringify(state, null, 2));
      } catch {
        // A window must close on a full disk, too; the next update writes everything.
      }
    },
  };
};

/** Parses a JSON object; empty if the file is missing or damaged. */
export const readJson = (file: string): object => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};
