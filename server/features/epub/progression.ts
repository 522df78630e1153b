import { z } from 'zod';

import { maxDeviceText, type ReadingDevice } from '../../../shared/api/progress-record.ts';
import { badField } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import { wholeSeconds } from '../progress/instants.ts';
import type { ProgressService } from '../progress/service.ts';
import { completed, isText, locatorSchema, positionOf, type Locator } from './locator.ts';
import type { EpubService } from './service.ts';

const deviceText = z.string().max(maxDeviceText);

/** Where a reader is, as readers of Readium send it. */
export const progressionSchema = z.object({
  modified: z.iso.datetime({ offset: true }).max(40),
  device: z.object({ id: deviceText, name: deviceText }).nullish(),
  locator: locatorSchema,
});
export type SentProgression = z.infer<typeof progressionSchema>;

interface Progression {
  /** As the reader wrote it, in UTC; without a fraction where the server made the date. */
  modified: string;
  device: ReadingDevice;
  locator: ReturnType<typeof completed>;
}

interface KnownProgression {
  progression: Progression;
  /** 1-indexed page of progress. */
  page: number;
  /** Pages of the book. */
  total: number;
}

/** Progress in the words of Readium: a locator for each page. */
export interface ProgressionService {
  /** Null where the book was not begun. Hrefs are those of the position list. */
  get(caller: Caller, bookId: string): Promise<KnownProgression | null>;
  /** Throws Conflict where what is stored is newer, BadRequest where the locator names no place. */
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
    // Read after the pages, which may just have been counted.
    const stored = progress.stored(caller, bookId);
    if (!stored) return null;
    const { current_page, location, device, updated_at } = stored.record;
    const own = list.positions[current_page - 1] ?? list.positions.at(-1);
    if (!own) return null;
    const exact = readLocator(location);
    // A page that was reached since then is worth more than the exact place on an older one.
    const isThere = exact !== null && positionOf(exact, list) === own;
    return {
      progression: {
        modified: stored.modified ?? wholeSeconds(updated_at),
        device: device ?? { id: '', name: '' },
        locator: completed(isThere ? exact : own, own),
      },
      page: own.locations.position,
      total: list.total,
    };
  },
  async put(caller, bookId, { modified, device, locator }) {
    // An older write is a conflict even if its position is not in the book.
    progress.refuseOlder(caller, bookId, modified);
    const list = await epub.positions(caller, bookId);
    const position = positionOf(locator, list);
    if (!position) throw badField('body.locator', 'The locator names no place in this book');
    const exact = JSON.stringify(locator, (_name, value: unknown) => value ?? undefined);
    progress.update(caller, bookId, {
      current_page: position.locations.position,
      modified,
      device,
      ...(isText(list) && exact.length <= maxLocation ? { location: exact } : {}),
    });
  },
});

/** Most characters of a `location`. */
const maxLocation = 2048;

const readLocator = (location: string | null): Locator | null => {
  if (!location?.startsWith('{')) return null;
  try {
    return locatorSchema.safeParse(JSON.parse(location)).data ?? null;
  } catch {
    return null;
  }
};
