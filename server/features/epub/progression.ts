import { z } from 'zod';

import type { PositionList } from '../../../shared/api/epub.ts';
import { maxDeviceText, type ReadingDevice } from '../../../shared/api/progress-record.ts';
import { badField } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import { wholeSeconds } from '../progress/instants.ts';
import type { ProgressService } from '../progress/types.ts';
import { completed, isText, locatorSchema, positionOf, type Locator } from './locator.ts';
import type { EpubService } from './service.ts';

const deviceText = z.string().max(maxDeviceText);

/** A progression as sent by Readium clients. */
export const progressionSchema = z.object({
  modified: z.iso.datetime({ offset: true }).max(40),
  device: z.object({ id: deviceText, name: deviceText }).nullish(),
  locator: locatorSchema,
});
export type SentProgression = z.infer<typeof progressionSchema>;

interface Progression {
  /** The client's timestamp in UTC, or the server's time without fractions of a second. */
  modified: string;
  device: ReadingDevice;
  locator: ReturnType<typeof completed>;
}

export interface KnownProgression {
  progression: Progression;
  isCompleted: boolean;
  /** Href of the position list for the page. */
  resource: string;
  /** Page of the progress, 1-indexed. */
  page: number;
  /** Number of pages of the book. */
  total: number;
}

/** Progress in Readium's terms: one locator per page. */
export interface ProgressionService {
  /** Null if the book was not started. Hrefs are those of the position list. */
  get(caller: Caller, bookId: string): Promise<KnownProgression | null>;
  /**
   * Throws Conflict if the stored progress is newer, BadRequest if the locator matches no position.
   */
  put(caller: Caller, bookId: string, progression: SentProgression): Promise<void>;
}

export const createProgressionService = ({
  epub,
  progress,
}: {
  epub: Pick<EpubService, 'positions'>;
  progress: Pick<ProgressService, 'stored' | 'refuseOlder' | 'update'>;
}): ProgressionService => ({
  async get(caller, bookId) {
    if (!progress.stored(caller, bookId)) return null;
    const list = await epub.positions(caller, bookId);
    // Read after the pages, because counting them may have changed it.
    const stored = progress.stored(caller, bookId);
    if (!stored) return null;
    const { current_page, location, device, updated_at, is_completed } = stored.record;
    const own = list.positions[current_page - 1] ?? list.positions.at(-1);
    if (!own) return null;
    const exact = readLocator(location);
    // A page reached since then takes precedence over the exact location on an older one.
    const isThere = exact !== null && positionOf(exact, list) === own;
    return {
      progression: {
        modified: stored.modified ?? wholeSeconds(updated_at),
        device: device ?? { id: '', name: '' },
        locator: completed(isThere ? exact : own, own),
      },
      isCompleted: is_completed,
      resource: own.href,
      page: own.locations.position,
      total: list.total,
    };
  },
  async put(caller, bookId, { modified, device, locator }) {
    // An older write is a conflict even if its position is invalid.
    progress.refuseOlder(caller, bookId, modified);
    const list = await epub.positions(caller, bookId);
    const place = placeAt(locator, list);
    if (!place) throw badField('body.locator', 'The locator does not point into this book');
    progress.update(caller, bookId, { ...place, modified, device });
  },
});

/** Maximum length of a `location`. */
const maxLocation = 2048;

/** The page of a locator, and in texts the locator itself; null if it matches no position. */
export const placeAt = (
  locator: Locator,
  list: PositionList,
): { current_page: number; location?: string } | null => {
  const position = positionOf(locator, list);
  if (!position) return null;
  const exact = JSON.stringify(locator, (_name, value: unknown) => value ?? undefined);
  return {
    current_page: position.locations.position,
    ...(isText(list) && exact.length <= maxLocation ? { location: exact } : {}),
  };
};

const readLocator = (location: string | null): Locator | null => {
  if (!location?.startsWith('{')) return null;
  try {
    return locatorSchema.safeParse(JSON.parse(location)).data ?? null;
  } catch {
    return null;
  }
};
