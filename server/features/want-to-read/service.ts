import { maxWanted, type Wanted, type WantedIds } from '../../../shared/api/want-to-read.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { BooksService } from '../books/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { WantedEntry, WantToReadStore } from './store.ts';
import type { WantedQuery } from './types.ts';

/**
 * A private list of series and books. Completed items can be hidden by a query, but are never
 * removed automatically.
 */
export interface WantToReadService {
  list(caller: Caller, query: WantedQuery): ListPage<Wanted>;
  ids(caller: Caller): WantedIds;
  /** Present series or books in order; restricted to libraries unless none are given. */
  ofKind(
    caller: Caller,
    kind: WantedEntry['kind'],
    libraryIds?: readonly string[],
  ): Omit<WantedEntry, 'kind'>[];
  /** Makes these the series or books on the list, in this order. Throws as `add`. */
  setOfKind(caller: Caller, kind: WantedEntry['kind'], ids: readonly string[]): void;
  /** Throws BadRequest for an unknown id, Conflict if the list would exceed its limit. */
  add(caller: Caller, ids: readonly string[]): WantedIds;
  /** Throws BadRequest for an id that is not on the list. */
  arrange(caller: Caller, ids: readonly string[]): WantedIds;
  remove(caller: Caller, ids: readonly string[]): WantedIds;
}

export const createWantToReadService = ({
  store,
  series,
  books,
  bus,
  clock = () => new Date(),
}: {
  store: WantToReadStore;
  series: Pick<SeriesService, 'records'>;
  books: Pick<BooksService, 'records'>;
  bus: Pick<EventBus, 'emit'>;
  clock?: () => Date;
}): WantToReadService => {
  const idsOf = (caller: Caller): WantedIds => ({ ids: store.ids(caller.user_pk) });
  const change = ({ user_pk }: Caller, write: () => void): void => {
    store.transaction(write);
    bus.emit('want_to_read_updated', {}, user_pk);
  };
  const add = (caller: Caller, ids: readonly string[]): void => {
    const known = store.known(ids);
    const unknown = ids.findIndex((id) => !known.has(id));
    if (unknown >= 0) {
      throw badField(`body.ids.${unknown}`, `${ids[unknown] ?? ''} is neither a series nor a book`);
    }
    const all = new Set([...store.ids(caller.user_pk), ...ids]);
    if (all.size > maxWanted) {
      throw new AppError('Conflict', `The list can have at most ${maxWanted} entries`);
    }
    store.add(caller.user_pk, [...new Set(ids)], clock().toISOString());
  };
  return {
    list(caller, query) {
      const { entries, total } = store.page(caller.user_pk, query);
      const idsOfKind = (kind: 'series' | 'book') =>
        entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
      const seriesById = series.records(caller, idsOfKind('series'));
      const booksById = books.records(caller, idsOfKind('book'));
      const data = entries.flatMap(({ kind, id, added_at }): Wanted[] => {
        if (kind === 'series') {
          const found = seriesById.get(id);
          return found === undefined ? [] : [{ kind, added_at, series: found }];
        }
        const found = booksById.get(id);
        return found === undefined ? [] : [{ kind, added_at, book: found }];
      });
      return { data, total };
    },
    ids: idsOf,
    ofKind: (caller, kind, libraryIds = []) => store.ofKind(caller.user_pk, kind, libraryIds),
    setOfKind: (caller, kind, ids) =>
      change(caller, () => {
        const { user_pk } = caller;
        const wanted = new Set(ids);
        const removed = store.ofKind(user_pk, kind, []).filter(({ id }) => !wanted.has(id));
        add(caller, ids);
        store.remove(
          user_pk,
          removed.map(({ id }) => id),
        );
        store.place(user_pk, rearranged(store.allIds(user_pk), [...wanted]));
      }),
    add(caller, ids) {
      change(caller, () => add(caller, ids));
      return idsOf(caller);
    },
    arrange(caller, ids) {
      change(caller, () => {
        const listed = new Set(store.ids(caller.user_pk));
        const stranger = ids.findIndex((id) => !listed.has(id));
        if (stranger >= 0) {
          throw badField(`body.ids.${stranger}`, `${ids[stranger] ?? ''} is not on the list`);
        }
        store.place(caller.user_pk, rearranged(store.allIds(caller.user_pk), [...new Set(ids)]));
      });
      return idsOf(caller);
    },
    remove(caller, ids) {
      change(caller, () => {
        const listed = new Set(store.ids(caller.user_pk));
        store.remove(
          caller.user_pk,
          ids.filter((id) => listed.has(id)),
        );
      });
      return idsOf(caller);
    },
  };
};

/** Reorders `wanted` within `all`, using only their own positions. */
const rearranged = (all: readonly string[], wanted: readonly string[]): string[] => {
  const moving = new Set(wanted);
  const queue = [...wanted];
  return all.map((id) => (moving.has(id) ? (queue.shift() ?? id) : id));
};
