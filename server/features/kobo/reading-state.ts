import { z } from 'zod';

import { clamp } from '../../../shared/clamp.ts';
import type { PositionList } from '../../../shared/api/epub.ts';
import type { ReadingDevice } from '../../../shared/api/progress-record.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import { pathInBook, type Locator } from '../epub/locator.ts';
import { placeAt, type ProgressionService } from '../epub/progression.ts';
import type { EpubService } from '../epub/service.ts';
import type { ProgressService, ReadingChange } from '../progress/types.ts';
import { koboTime } from './entries.ts';
import type { KoboStore } from './store.ts';
import type { KoboDevice } from './types.ts';

const time = z.iso.datetime({ offset: true }).max(40).nullish().catch(null);
const percent = z
  .number()
  .transform((value) => clamp(value, 0, 100))
  .nullish();
const text = z.string().max(2000).nullish();

const stateSchema = z.object({
  LastModified: time,
  StatusInfo: z.object({ Status: z.string().max(50).nullish() }).nullish(),
  CurrentBookmark: z
    .object({
      LastModified: time,
      ProgressPercent: percent,
      ContentSourceProgressPercent: percent,
      Location: z.object({ Source: text, Type: text, Value: text }).nullish(),
    })
    .nullish(),
});
type SentState = z.infer<typeof stateSchema>;

/** The body of a request in which a device reports where its person is. */
export const statesBody = z.object({ ReadingStates: z.array(stateSchema).min(1).max(100) });

export type StatesBody = z.infer<typeof statesBody>;

/** Whether the device's report was used. */
type Outcome = 'Success' | 'Ignored';

export interface ReadingStates {
  /** `ReadingState` of the device. A caller without the permission gets the state of an unread book. */
  get(caller: Caller, book: { id: string; created_at: string }): Promise<object>;
  /** Throws NotFound for an unknown book. */
  put(
    caller: Caller,
    kobo: KoboDevice,
    bookId: string,
    report: { state: SentState; device: ReadingDevice | null },
  ): Promise<Outcome>;
}

interface ReadingStatesOptions {
  store: Pick<KoboStore, 'versions' | 'reported' | 'keepReported'>;
  epub: Pick<EpubService, 'positions'>;
  progress: Pick<ProgressService, 'stored' | 'update'>;
  progression: Pick<ProgressionService, 'get'>;
}

export const createReadingStates = ({
  store,
  epub,
  progress,
  progression,
}: ReadingStatesOptions): ReadingStates => {
  /** The change that a report means; null if it says nothing about the place. */
  const changeOf = async (
    caller: Caller,
    bookId: string,
    { StatusInfo, CurrentBookmark }: SentState,
  ): Promise<ReadingChange | null> => {
    if (StatusInfo?.Status === 'Finished') return { is_completed: true };
    // A book that was only downloaded is reported as ReadyToRead, which must not undo reading elsewhere.
    if (StatusInfo?.Status === 'ReadyToRead' || !CurrentBookmark) return null;
    const list = await epub.positions(caller, bookId);
    const place = placeOf(CurrentBookmark, list);
    return place && { ...place, is_completed: false };
  };

  return {
    async get(caller, { id, created_at }) {
      const isTold = caller.permissions.has('progress-read');
      const known = isTold ? await progression.get(caller, id) : null;
      const record = known && progress.stored(caller, id)?.record;
      const created = koboTime(record?.started_at ?? created_at);
      const modified = koboTime(record?.updated_at ?? created_at);
      const status = !record ? 'ReadyToRead' : record.is_completed ? 'Finished' : 'Reading';
      return {
        EntitlementId: id,
        Created: created,
        LastModified: modified,
        PriorityTimestamp: modified,
        StatusInfo: {
          LastModified: modified,
          Status: status,
          TimesStartedReading: record ? 1 : 0,
          ...(record && { LastTimeStartedReading: created }),
          ...(record?.completed_at && { LastTimeFinished: koboTime(record.completed_at) }),
        },
        Statistics: { LastModified: modified },
        CurrentBookmark: {
          LastModified: modified,
          ...(record && bookmarkAt(known.progression.locator, record.percentage)),
        },
      };
    },
    async put(caller, kobo, bookId, { state, device }) {
      const report = JSON.stringify([
        state.StatusInfo,
        state.CurrentBookmark && {
          ...state.CurrentBookmark,
          LastModified: null,
        },
      ]);
      // Ignores a book that was only opened and closed, so that it cannot revert later reading on another device.
      if (store.reported(kobo.pk, bookId) === report) return 'Ignored';
      const change = await changeOf(caller, bookId, state);
      if (!change) return 'Ignored';
      const modified = state.CurrentBookmark?.LastModified ?? state.LastModified ?? undefined;
      try {
        progress.update(caller, bookId, { ...change, modified, device });
      } catch (error) {
        if (!hasCode(error, 'Conflict')) throw error;
        // The next sync sends the later position to the device.
        store.keepReported(kobo.pk, bookId, report, outdated);
        return 'Ignored';
      }
      const { place } = store.versions(caller.user_pk, bookId) ?? { place: outdated };
      store.keepReported(kobo.pk, bookId, report, place);
      return 'Success';
    },
  };
};

/** The version of no place. */
const outdated = 'outdated';

/**
 * Our place for a bookmark: where its text and the share of it are known, else by the share of the book.
 * Only the status of the device says that a book is finished, so it is never the last page. Null while the
 * pages are unknown.
 */
const placeOf = (
  bookmark: NonNullable<SentState['CurrentBookmark']>,
  list: PositionList,
): Pick<ReadingChange, 'current_page' | 'location'> | null => {
  if (list.total === 0) return null;
  const { ProgressPercent: total, ContentSourceProgressPercent: share, Location } = bookmark;
  const locator: Locator = {
    href: Location?.Source ?? '',
    locations: {
      progression: typeof share === 'number' ? share / 100 : null,
      totalProgression: typeof total === 'number' ? total / 100 : null,
    },
    ...(Location?.Type === 'KoboSpan' && Location.Value && { koboSpan: Location.Value }),
  };
  const place = placeAt(locator, list);
  if (place) return { ...place, current_page: Math.min(place.current_page, beforeEnd(list)) };
  if (typeof total !== 'number') return null;
  const page = Math.ceil((total / 100) * list.total);
  return { current_page: clamp(page, 1, beforeEnd(list)) };
};

const beforeEnd = ({ total }: PositionList): number => Math.max(1, total - 1);

/** A locator as the device names places; the pages of image books have no names there. */
const bookmarkAt = (
  { href, koboSpan, locations }: Locator & { locations: { progression: number } },
  percentage: number,
) => {
  const source = pathInBook(href);
  return {
    ProgressPercent: Math.round(percentage * 100),
    ContentSourceProgressPercent: Math.round(locations.progression * 100),
    ...(!/^\d+$/.test(source) && {
      Location: {
        Source: source,
        ...(koboSpan && { Type: 'KoboSpan', Value: koboSpan }),
      },
    }),
  };
};
