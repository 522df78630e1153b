import type { z } from 'zod';

import type { BookSort } from '../../../../shared/api/book-record.ts';
import type { filterBooksBody, filterSeriesBody } from '../../../../shared/api/filter-bodies.ts';

import type { SeriesSort } from '../../../../shared/api/series-record.ts';

import type {
  SmartList,
  smartListBody,
  SmartListTarget,
} from '../../../../shared/api/smart-lists.ts';
import { fromInput, type Leaf } from '../../../../shared/condition.ts';
import type { Direction } from '../../../../shared/schemas.ts';
import { noFilter, toCondition, type FilterGroup } from '../filters/filter-tree.ts';
import { fromCondition } from '../filters/from-condition.ts';

/** A smart list being edited. */
export interface SmartDraft {
  name: string;
  target: SmartListTarget;
  filter: FilterGroup;
  /** Search words that all must match; empty for none. */
  words: string;
  sort: { field: SeriesSort | BookSort; direction: Direction };
  shared: boolean;
}

export const newDraft = (target: SmartListTarget): SmartDraft => ({
  name: '',
  target,
  filter: noFilter,
  words: '',
  sort: { field: target === 'series' ? 'name' : 'title', direction: 'asc' },
  shared: false,
});

/** The filter of a smart list, for display and editing. */
export const filterOf = ({ condition }: Pick<SmartList, 'condition'>): FilterGroup =>
  condition === null ? noFilter : fromCondition(fromInput(condition));

export const draftOf = (list: SmartList): SmartDraft => ({
  name: list.name,
  target: list.target,
  filter: filterOf(list),
  words: list.full_text_search ?? '',
  sort: list.sort,
  shared: list.shared,
});

export type SeriesField = Extract<z.output<typeof filterSeriesBody>['condition'], Leaf>['field'];
export type BookField = Extract<z.output<typeof filterBooksBody>['condition'], Leaf>['field'];

/** The query for series and book lists. */
export const searchOf = <Field extends string>({
  filter,
  words,
}: Pick<SmartDraft, 'filter' | 'words'>) => {
  const condition = toCondition<Field>(filter);
  return {
    ...(condition === null ? {} : { condition }),
    ...(words.trim() === '' ? {} : { fullTextSearch: words.trim() }),
  };
};

/** The request body. */
export const bodyOf = (draft: SmartDraft): z.input<typeof smartListBody> => {
  const { name, shared } = draft;
  const { direction } = draft.sort;
  if (draft.target === 'series') {
    const { condition, fullTextSearch: full_text_search } = searchOf<SeriesField>(draft);
    const sort = { field: draft.sort.field as SeriesSort, direction };
    return { name, shared, target: 'series', condition, full_text_search, sort };
  }
  const { condition, fullTextSearch: full_text_search } = searchOf<BookField>(draft);
  const sort = { field: draft.sort.field as BookSort, direction };
  return { name, shared, target: 'books', condition, full_text_search, sort };
};
