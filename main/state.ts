import { readFileSync } from 'node:fs';
import { z } from 'zod';

import { writeWhole } from '../server/config/write-whole.ts';

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** Every field falls back on its own, so that one bad value costs no other. */
const stateSchema = z.object({
  /** Where the server listened last: bookmarks and paired phones keep working. */
  port: z.int().min(1).max(65_535).nullable().catch(null),
  /** The port that the configuration named then; 0 where a person has named one since, null where unknown. */
  namedPort: z.int().min(0).max(65_535).nullable().catch(null),
  /** Name of the user whom the window signs in as; null until there is one. */
  owner: z.string().nullable().catch(null),
  /** Where other devices found the library last; null while it was not shared. */
  sharedUrl: z.string().nullable().catch(null),
  /** No scan starts by a schedule before this moment. */
  schedulesPausedUntil: z.iso.datetime().nullable().catch(null),
  /** Books that were opened from the disk, the last first. */
  recentFiles: z.array(z.string()).max(100).catch([]),
  /** Colours and language of all windows, as the page of the application has them. */
  look: z
    .object({ scheme: z.enum(['system', 'light', 'dark']), language: z.string().nullable() })
    .catch({ scheme: 'system', language: null }),
  bounds: rectangle.nullable().catch(null),
  maximized: z.boolean().catch(false),
});

export type State = z.infer<typeof stateSchema>;

export interface StateFile {
  get(): Readonly<State>;
  /** Changes some fields and writes the file. */
  update(change: Partial<State>): void;
}

/** What the shell remembers between starts, in one small file; a damaged one counts as absent. */
export const openState = (file: string): StateFile => {
  let state = stateSchema.parse(readJson(file));
  return {
    get: () => state,
    update: (change) => {
      state = { ...state, ...change };
      writeWhole(file, JSON.stringify(state, null, 2));
    },
  };
};

/** Parsed JSON object, or an empty one when the file is absent or damaged. */
export const readJson = (file: string): object => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};
