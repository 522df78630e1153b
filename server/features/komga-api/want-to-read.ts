import { badField } from '../../../shared/errors.ts';
import { itemsOf, type ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { toSearchKey } from '../../text/search-key.ts';
import type { EntryListService } from '../lists/ordered-lists.ts';
import type { WantToReadService } from '../want-to-read/service.ts';
import { pageRequest } from './entry-pages.ts';
import { maxSize, type KomgaPage } from './query.ts';

/** The id of the caller's own list "Want to read", as a collection and as a reading list. */
export const wantToReadId = 'want-to-read';
const name = 'Want to read';

/** The fields that collections and reading lists have in common. */
export interface KomgaListed {
  id: string;
  name: string;
  ordered: boolean;
  summary?: string | null;
  created_at: string;
  updated_at: string;
}

interface ListFilter {
  search: string | undefined;
  library_ids: string[];
}

/** Collections or reading lists as the caller sees them: their own "Want to read" comes first. */
export interface KomgaLists {
  page(caller: Caller, page: KomgaPage, filter: ListFilter): ListPage<KomgaListed>;
  /** All lists that contain this member. */
  withMember(caller: Caller, memberId: string): KomgaListed[];
  /** Throws NotFound. */
  get(caller: Caller, id: string): KomgaListed;
  /** Ids of all present members, in order. Throws NotFound. */
  members(caller: Caller, id: string): string[];
}

export const createKomgaLists = <Item extends KomgaListed>(
  lists: Pick<EntryListService<Item>, 'list' | 'get' | 'members'>,
  wantToRead: Pick<WantToReadService, 'ofKind'>,
  kind: 'series' | 'book',
): KomgaLists => {
  const membersOf = (caller: Caller, libraryIds?: readonly string[]) =>
    caller.permissions.has('progress-read') ? wantToRead.ofKind(caller, kind, libraryIds) : [];
  /** Null while it is empty, so that nobody sees an empty list. */
  const wanted = (members: ReturnType<typeof membersOf>): KomgaListed | null => {
    const times = members.map(({ added_at }) => added_at).sort();
    const [created_at] = times;
    const updated_at = times.at(-1);
    if (created_at === undefined || updated_at === undefined) return null;
    return { id: wantToReadId, name, ordered: true, summary: null, created_at, updated_at };
  };
  return {
    page(caller, page, { search, library_ids }) {
      const isNamed = toSearchKey(name).includes(toSearchKey(search ?? ''));
      const own = isNamed ? wanted(membersOf(caller, library_ids)) : null;
      const filter = { search, library_ids };
      if (own === null) return lists.list({ ...pageRequest(page), ...filter });
      const all = [own, ...itemsOf(lists.list({ ...pageRequest(null), ...filter }))];
      const start = page.page * page.size;
      return { data: all.slice(start, start + page.size), total: all.length };
    },
    withMember(caller, member_id) {
      const members = membersOf(caller);
      const own = members.some(({ id }) => id === member_id) ? wanted(members) : null;
      return [
        ...(own === null ? [] : [own]),
        ...itemsOf(lists.list({ ...pageRequest(null), member_id })),
      ];
    },
    get: (caller, id) => (id === wantToReadId ? wanted(membersOf(caller)) : null) ?? lists.get(id),
    members: (caller, id) => {
      const own = id === wantToReadId ? membersOf(caller).map((member) => member.id) : [];
      return own.length > 0 ? own : entryIds(lists, id);
    },
  };
};

/** Throws BadRequest for a change that "Want to read" does not support. */
export const refuseWantToRead = (id: string, field: string): void => {
  if (id !== wantToReadId) return;
  throw badField(field, `"${name}" is your own list: only what is on it can be changed`);
};

/** Ids of all present members of a list, in order. */
const entryIds = (lists: Pick<EntryListService<unknown>, 'members'>, id: string): string[] =>
  lists.members(id, {
    page: 1,
    pageSize: maxSize,
    sort: { field: 'position', direction: 'asc' },
  }).ids;
