import type { EntryListService } from '../lists/ordered-lists.ts';
import { maxSize } from './query.ts';

/** Ids of all present members of a list, in order. */
export const entryIds = (lists: Pick<EntryListService<unknown>, 'members'>, id: string): string[] =>
  lists.members(id, {
    page: 1,
    pageSize: maxSize,
    sort: { field: 'position', direction: 'asc' },
  }).ids;
