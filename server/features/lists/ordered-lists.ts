import { LRUCache } from 'lru-cache';

import { hourMs } from '../../../shared/durations.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type {
  OrderedLists,
  EntryOrder,
  ListEntry,
  ListFields,
  ListQuery,
} from '../../database/ordered-lists.ts';
import type { ListPage } from '../../database/json.ts';

export type ListChanges = { [Field in keyof ListFields]?: ListFields[Field] | undefined };

/** Operations common to collections and reading lists. Every method throws NotFound for an unknown list. */
export interface EntryListService<Item> {
  list(query: ListQuery): ListPage<Item>;
  get(id: string): Item;
  /**
   * `id` is given to restore a deleted list; its missing members come back as well. Throws Conflict for a
   * name or id in use, BadRequest for an unknown member.
   */
  create(fields: ListFields, memberIds: readonly string[], id?: string): Item;
  update(id: string, changes: ListChanges): Item;
  /**
   * Deletes the list, or takes what the person can see from it if content restrictions hide members.
   * Returns whether it was deleted.
   */
  remove(id: string): boolean;
  /** Ids of the present members on a page, in list order. */
  members(id: string, request: PageRequest<EntryOrder>): { ids: string[]; total: number };
  /** Appends; existing members keep their position. */
  add(id: string, memberIds: readonly string[]): Item;
  /**
   * Replaces the present members, in this order; missing ones and those hidden from the person stay
   * behind their former predecessor.
   */
  reorder(id: string, memberIds: readonly string[]): Item;
  /** Throws NotFound for a member that is not on the list. */
  removeItem(id: string, memberId: string): void;
}

export type ListChange = 'created' | 'updated' | 'deleted';

interface OrderedListOptions<Item> {
  store: OrderedLists<Item>;
  /**
   * Called after each change with the present members; for a deleted list, with its former ones.
   */
  announce: (change: ListChange, id: string, memberIds: string[]) => void;
  /** `Collection` and `Series`, for messages. */
  labels: { list: string; member: string };
  /** The body's field, `series_ids`. */
  field: string;
  clock?: () => Date;
}

export const createEntryListService = <Item extends ListFields & { id: string }>({
  store,
  announce,
  labels,
  field,
  clock = () => new Date(),
}: OrderedListOptions<Item>): EntryListService<Item> => {
  /** For everybody, so also what the person who changed the list cannot see. */
  const publish = (change: ListChange, id: string) => {
    announce(
      change,
      id,
      store.everything(() => presentMembers(store, id)),
    );
  };
  const updated = (id: string, work: () => void): void => {
    store.transaction(work);
    publish('updated', id);
  };
  const now = () => clock().toISOString();
  const deleted = createDeletedEntries();
  const get = (id: string): Item => {
    const list = store.get(id);
    if (!list) throw notFound(labels.list, id);
    return list;
  };
  const refuseTaken = (name: string, ownId: string | null) => {
    const taken = store.idOfName(name);
    if (taken !== undefined && taken !== ownId) {
      throw new AppError(
        'Conflict',
        `A ${labels.list.toLowerCase()} named "${name}" already exists`,
      );
    }
  };
  /** Deduplicates; throws BadRequest for an unknown id. */
  const checked = (ids: readonly string[]): string[] => {
    const known = store.known(ids);
    const index = ids.findIndex((id) => !known.has(id));
    if (index >= 0) {
      throw badField(
        `body.${field}.${index}`,
        `${labels.member} ${ids[index] ?? ''} was not found`,
      );
    }
    return [...new Set(ids)];
  };

  return {
    list: store.list,
    get,
    create: (fields, memberIds, wantedId) => {
      const made = store.transaction(() => {
        refuseTaken(fields.name, null);
        if (wantedId !== undefined && store.isTaken(wantedId)) {
          throw new AppError('Conflict', `${labels.list} ${wantedId} already exists`);
        }
        const members = checked(memberIds);
        const id = store.insert(fields, now(), wantedId);
        store.fill(id, withMissing(deleted.get(id) ?? [], members), now());
        return id;
      });
      publish('created', made);
      return get(made);
    },
    update(id, changes) {
      updated(id, () => {
        const fields = { ...get(id), ...definedOf(changes) };
        refuseTaken(fields.name, id);
        store.update(id, fields, now());
      });
      return get(id);
    },
    remove(id) {
      get(id);
      const entries = store.entries(id);
      const hidden = entries.filter((entry) => entry.isHidden);
      if (hidden.length > 0) {
        const ids = hidden.map((entry) => entry.id);
        updated(id, () => store.fill(id, ids, now()));
        return false;
      }
      const members = presentMembers(store, id);
      store.remove(id);
      deleted.set(id, entries);
      announce('deleted', id, members);
      return true;
    },
    members(id, request) {
      get(id);
      return store.members(id, request);
    },
    add(id, memberIds) {
      updated(id, () => {
        get(id);
        const before = store.entries(id).map((entry) => entry.id);
        store.fill(id, [...new Set([...before, ...checked(memberIds)])], now());
      });
      return get(id);
    },
    reorder(id, memberIds) {
      updated(id, () => {
        get(id);
        store.fill(id, withMissing(store.entries(id), checked(memberIds)), now());
      });
      return get(id);
    },
    removeItem(id, memberId) {
      updated(id, () => {
        get(id);
        const before = store.entries(id);
        if (!before.some((entry) => entry.id === memberId && !entry.isHidden)) {
          throw new AppError('NotFound', `${labels.member} ${memberId} is not on this list`);
        }
        const left = before.map((entry) => entry.id).filter((entry) => entry !== memberId);
        store.fill(id, left, now());
      });
    },
  };
};

const maxListLength = 100_000;

/**
 * The entries of deleted lists, for an hour, because clients that restore a list do not know its missing ones. In
 * memory, so a restart clears them.
 */
const createDeletedEntries = () =>
  new LRUCache<string, readonly ListEntry[]>({
    maxSize: 2 * maxListLength,
    sizeCalculation: ({ length }) => length + 1,
    ttl: hourMs,
  });

/** Ids of all present members, in list order. */
export const presentMembers = (
  lists: Pick<OrderedLists<unknown>, 'members'>,
  id: string,
): string[] =>
  lists.members(id, {
    page: 1,
    pageSize: maxListLength,
    sort: { field: 'position', direction: 'asc' },
  }).ids;

/** The library filter of a query as a list. */
export const librariesOf = ({ library_id }: { library_id?: string | undefined }) =>
  library_id === undefined ? {} : { library_ids: [library_id] };

const definedOf = (changes: ListChanges): Partial<ListFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** The new order, with each missing and hidden entry after its former predecessor. */
const withMissing = (before: readonly ListEntry[], wanted: readonly string[]): string[] => {
  const order = [...wanted];
  before.forEach(({ id, isMissing, isHidden }, index) => {
    if (!(isMissing || isHidden) || order.includes(id)) return;
    // After the nearest predecessor still on the list; to the front if there is none.
    const previous = before.slice(0, index).findLast((entry) => order.includes(entry.id));
    order.splice(previous === undefined ? 0 : order.indexOf(previous.id) + 1, 0, id);
  });
  return order;
};
