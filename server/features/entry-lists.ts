import { AppError, badField, notFound } from '../../shared/errors.ts';
import type { PageRequest } from '../../shared/schemas.ts';
import type { EntryLists, EntryOrder, ListFields, ListQuery } from '../database/entry-lists.ts';
import type { Listing } from '../database/json.ts';

export type ListChanges = { [Field in keyof ListFields]?: ListFields[Field] | undefined };

/** What collections and read lists have in common. Every method throws NotFound for an unknown list. */
export interface EntryListService<Item> {
  list(query: ListQuery): Listing<Item>;
  get(id: string): Item;
  /**
   * Under that id, where one that was deleted is put back. Throws Conflict for a name or id in use,
   * BadRequest for an id that names nothing.
   */
  create(fields: ListFields, memberIds: readonly string[], id?: string): Item;
  update(id: string, changes: ListChanges): Item;
  remove(id: string): void;
  /** Ids of the present members of a page, in the order of the list. */
  members(id: string, request: PageRequest<EntryOrder>): { ids: string[]; total: number };
  /** Adds at the end; what is on the list already stays where it is. */
  add(id: string, memberIds: readonly string[]): Item;
  /** The present members are these from now on, in this order; missing ones stay behind whom they stood. */
  arrange(id: string, memberIds: readonly string[]): Item;
  /** Throws NotFound for what is not on the list. */
  take(id: string, memberId: string): void;
}

export type ListChange = 'created' | 'updated' | 'deleted';

interface EntryListOptions<Item> {
  store: EntryLists<Item>;
  /** Called after each change with the present members, of a deleted list with those that it had. */
  announce: (change: ListChange, id: string, memberIds: string[]) => void;
  /** `Collection` and `Series`, in messages. */
  nouns: { list: string; member: string };
  /** Of the body, `series_ids`. */
  field: string;
  clock?: () => Date;
}

export const createEntryListService = <Item extends ListFields & { id: string }>({
  store,
  announce,
  nouns,
  field,
  clock = () => new Date(),
}: EntryListOptions<Item>): EntryListService<Item> => {
  const updated = <Result>(id: string, work: () => Result): Result => {
    const result = store.transaction(work);
    announce('updated', id, presentMembers(store, id));
    return result;
  };
  const at = () => clock().toISOString();
  const get = (id: string): Item => {
    const list = store.get(id);
    if (!list) throw notFound(nouns.list, id);
    return list;
  };
  const refuseTaken = (name: string, ownId: string | null) => {
    const taken = store.idOfName(name);
    if (taken !== undefined && taken !== ownId) {
      throw new AppError(
        'Conflict',
        `A ${nouns.list.toLowerCase()} named "${name}" already exists`,
      );
    }
  };
  /** Each once; throws BadRequest for one that names nothing. */
  const checked = (ids: readonly string[]): string[] => {
    const known = store.known(ids);
    const index = ids.findIndex((id) => !known.has(id));
    if (index >= 0) {
      throw badField(`body.${field}.${index}`, `${nouns.member} ${ids[index] ?? ''} was not found`);
    }
    return [...new Set(ids)];
  };

  return {
    list: store.list,
    get,
    create: (fields, memberIds, wantedId) => {
      const made = store.transaction(() => {
        refuseTaken(fields.name, null);
        if (wantedId !== undefined && store.get(wantedId) !== undefined) {
          throw new AppError('Conflict', `${nouns.list} ${wantedId} already exists`);
        }
        const members = checked(memberIds);
        const id = store.insert(fields, at(), wantedId);
        store.fill(id, members, at());
        return get(id);
      });
      announce('created', made.id, presentMembers(store, made.id));
      return made;
    },
    update: (id, changes) =>
      updated(id, () => {
        const fields = { ...get(id), ...definedOf(changes) };
        refuseTaken(fields.name, id);
        store.update(id, fields, at());
        return get(id);
      }),
    remove(id) {
      get(id);
      const members = presentMembers(store, id);
      store.remove(id);
      announce('deleted', id, members);
    },
    members(id, request) {
      get(id);
      return store.members(id, request);
    },
    add: (id, memberIds) =>
      updated(id, () => {
        get(id);
        const before = store.entries(id).map((entry) => entry.id);
        store.fill(id, [...new Set([...before, ...checked(memberIds)])], at());
        return get(id);
      }),
    arrange: (id, memberIds) =>
      updated(id, () => {
        get(id);
        store.fill(id, withMissing(store.entries(id), checked(memberIds)), at());
        return get(id);
      }),
    take: (id, memberId) =>
      updated(id, () => {
        get(id);
        const before = store.entries(id).map((entry) => entry.id);
        if (!before.includes(memberId)) {
          throw new AppError('NotFound', `${nouns.member} ${memberId} is not on this list`);
        }
        store.fill(
          id,
          before.filter((entry) => entry !== memberId),
          at(),
        );
      }),
  };
};

const longestList = 100_000;

/** Ids of all present members, in the order of the list. */
export const presentMembers = (lists: Pick<EntryLists<unknown>, 'members'>, id: string): string[] =>
  lists.members(id, {
    page: 1,
    pageSize: longestList,
    sort: { field: 'position', direction: 'asc' },
  }).ids;

/** A filter by one library or none, as a query has it. */
export const librariesOf = ({ library_id }: { library_id?: string | undefined }) =>
  library_id === undefined ? {} : { library_ids: [library_id] };

const definedOf = (changes: ListChanges): Partial<ListFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** The new order with every missing entry of before right behind the one that it followed. */
const withMissing = (
  before: readonly { id: string; isMissing: boolean }[],
  wanted: readonly string[],
): string[] => {
  const order = [...wanted];
  before.forEach(({ id, isMissing }, index) => {
    if (!isMissing || order.includes(id)) return;
    const previous = before[index - 1]?.id;
    // Behind nobody, or behind one that was taken off: to the front.
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  });
  return order;
};
