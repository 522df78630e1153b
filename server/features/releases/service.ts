import type { Release, ReleaseState } from '../../../shared/api/release-record.ts';
import type {
  RecordRelease,
  SeriesTracking,
  UpdateTracking,
} from '../../../shared/api/releases.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { uniqueBy } from '../../../shared/unique-by.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { ListPage } from '../../database/json.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { isAcquired } from './acquired.ts';
import type { NewRelease, ReleaseQuery, ReleasesStore } from './store.ts';
import type { TrackedSeries } from './types.ts';

export interface ReleasesService {
  list(query: ReleaseQuery): ListPage<Release>;
  /** Throws NotFound for an unknown series. */
  ofSeries(seriesId: string, query: ReleaseQuery): ListPage<Release>;
  /** Undefined for an unknown id. */
  find(id: string): Release | undefined;
  /** Adds an entry, or returns the existing one from the same source. */
  record(release: RecordRelease): { release: Release; isNew: boolean };
  /**
   * The same for a release from a feed: marked as acquired at once if the library already has it.
   */
  announce(release: RecordRelease): void;
  /** Throws NotFound, or Conflict for an invalid state transition. */
  change(id: string, state: ReleaseState): Release;
  /** Atomic; returns the number of changed entries. */
  changeAll(ids: readonly string[], state: ReleaseState): { count: number };
  remove(id: string): void;
  /** Throws NotFound for an unknown series. */
  tracking(seriesId: string): SeriesTracking;
  track(seriesId: string, changes: UpdateTracking): SeriesTracking;
  /** All series that are tracked for releases, or that somebody follows. */
  tracked(): TrackedSeries[];
}

export const createReleasesService = ({
  store,
  bus,
  clock = () => new Date(),
}: {
  store: ReleasesStore;
  bus: Pick<EventBus, 'emit' | 'subscribe'>;
  clock?: () => Date;
}): ReleasesService => {
  const found = (id: string): Release => {
    const release = store.get(id);
    if (!release) throw notFound('Release', id);
    return release;
  };
  const tracking = (seriesId: string): SeriesTracking => {
    const known = store.tracking(seriesId);
    if (!known) throw notFound('Series', seriesId);
    return known;
  };

  const add = (given: RecordRelease, state: ReleaseState) => {
    const library_id = store.libraryOfSeries(given.seriesId);
    if (library_id === undefined) throw notFound('Series', given.seriesId);
    const tag = store.tagOfSource(given.sourceId);
    if (tag === undefined) throw notFound('Release source', given.sourceId);
    const known = store.idOf(given);
    if (known !== undefined) {
      const release = store.get(known);
      if (!release) throw notFound('Series', given.seriesId);
      return { release, isNew: false };
    }
    if (tagOf(given.externalReleaseId) !== tag) {
      throw badField(
        'body.externalReleaseId',
        `The id of a release begins with the tag of its source, "${tag}:"`,
      );
    }
    const release = found(store.insert(complete(given, state, clock().toISOString())));
    if (state === 'announced') {
      const { id, seriesId } = release;
      bus.emit('release_announced', { release_id: id, series_id: seriesId, library_id });
    }
    return { release, isNew: true };
  };

  /** Returns whether the state changed; throws Conflict for an invalid transition. */
  const move = ({ id, state: before }: Release, state: ReleaseState): boolean => {
    if (before === state) return false;
    if ((before === 'announced') === (state === 'announced')) {
      throw new AppError('Conflict', `Release ${id} is ${before}; it can only be announced again`);
    }
    store.setState(id, state);
    return true;
  };

  /** Marks announced entries whose chapters or volumes have been added to the library. */
  const markAcquired = () => {
    for (const [seriesId, entries] of Map.groupBy(store.announced(), (entry) => entry.seriesId)) {
      const books = store.books(seriesId);
      for (const entry of entries) {
        if (isAcquired(entry, books)) store.setState(entry.id, 'marked_acquired');
      }
    }
  };
  bus.subscribe(({ data }) => {
    if (!('task_type' in data) || data.task_type !== 'scan_library') return;
    if (data.status === 'completed') markAcquired();
  });

  return {
    list: (query) => store.list(query),
    ofSeries: (seriesId, query) => {
      tracking(seriesId);
      return store.list({ ...query, seriesId });
    },
    find: (id) => store.get(id),
    record: (given) => add(given, 'announced'),
    announce: (given) => {
      const { seriesId, chapters = null, volumes = null } = given;
      const isOwned = isAcquired({ chapters, volumes }, store.books(seriesId));
      add(given, isOwned ? 'marked_acquired' : 'announced');
    },
    change: (id, state) => {
      move(found(id), state);
      return found(id);
    },
    changeAll: (ids, state) => ({
      count: store.transaction(
        () => [...new Set(ids)].map(found).filter((release) => move(release, state)).length,
      ),
    }),
    remove: (id) => {
      found(id);
      store.remove(id);
    },
    tracking,
    track: (seriesId, changes) => {
      const before = tracking(seriesId);
      store.track({
        ...before,
        tracked: changes.tracked ?? before.tracked,
        aliases: changes.aliases ? withoutRepeats(changes.aliases) : before.aliases,
        languages: changes.languages ? withoutRepeats(changes.languages) : before.languages,
      });
      return tracking(seriesId);
    },
    tracked: () => store.tracked(),
  };
};

/** Keeps the first of names that match the same releases. */
const withoutRepeats = (names: readonly string[]): string[] => uniqueBy(names, toSearchKey);

/** `nyaa:123` → `nyaa`. */
const tagOf = (externalReleaseId: string): string =>
  externalReleaseId.slice(0, externalReleaseId.lastIndexOf(':'));

const complete = (given: RecordRelease, state: ReleaseState, now: string): NewRelease => ({
  seriesId: given.seriesId,
  sourceId: given.sourceId,
  externalReleaseId: given.externalReleaseId,
  payloadUrl: given.payloadUrl,
  state,
  confidence: given.confidence ?? 1,
  observedAt: inWireForm(given.observedAt ?? now),
  releasedAt: given.releasedAt ? inWireForm(given.releasedAt) : null,
  chapters: given.chapters ?? null,
  volumes: given.volumes ?? null,
  formatHints: given.formatHints ?? {},
  groupOrUploader: given.groupOrUploader ?? null,
  infoHash: given.infoHash ?? null,
  language: given.language ?? null,
  mediaUrl: given.mediaUrl ?? null,
  mediaUrlKind: given.mediaUrlKind ?? null,
  metadata: given.metadata ?? {},
});

const inWireForm = (time: string): string => new Date(time).toISOString();
