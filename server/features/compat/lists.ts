import { AppError, badField } from '../../../shared/errors.ts';
import type { Filter } from '../../database/filter-sql.ts';
import type { Caller } from '../../http/caller.ts';
import type { CompatPage, CompatQuery, CompatSort } from './query.ts';

/** A page of a list of series or books. */
export interface CompatListQuery extends CompatPage {
  filter: Filter;
  search: string;
  sort: readonly CompatSort[];
}

/** Writing one record takes as long as looking at so many rows. */
export const recordCost = 10;
/** What is looked at without a thread: some 3 ms of work. */
const fewRows = 30_000;

/** Does at once what looks at few rows, and lets `elsewhere` do the rest. */
export const lightListHere =
  <Input extends unknown[], Answer>(
    store: { rowsToLookAt(...input: Input): number; list(...input: Input): Answer },
    elsewhere: (...input: Input) => Promise<Answer>,
  ) =>
  (...input: Input): Answer | Promise<Answer> =>
    store.rowsToLookAt(...input) > fewRows ? elsewhere(...input) : store.list(...input);

/** Whose reading the records show: nobody's where the caller may not see progress. */
export const readerOf = ({ user_pk, permissions }: Caller): number | null =>
  permissions.has('progress-read') ? user_pk : null;

/** A filter by what was read tells what was read: Forbidden for callers who may not see that. */
export const requireProgressFor = (caller: Caller, filter: Filter): void => {
  if (!caller.permissions.has('progress-read') && asksFor(filter, 'readStatus')) {
    throw new AppError(
      'Forbidden',
      'Filtering by what was read needs the permission progress-read',
    );
  }
};

const asksFor = (filter: Filter, field: string): boolean => {
  if ('all' in filter) return filter.all.some((inner) => asksFor(inner, field));
  if ('any' in filter) return filter.any.some((inner) => asksFor(inner, field));
  return filter.field === field;
};

const anyOf = (field: string, values: readonly string[]): Filter => ({
  any: values.map((value) => ({ field, operator: 'is', value })),
});

const flag = (field: string, wanted: boolean | undefined): Filter =>
  wanted === undefined
    ? { all: [] }
    : { field, operator: wanted ? 'isTrue' : 'isFalse', value: '' };

/** What the lists of GET have in common. */
const sharedFilter = (query: CompatQuery): Filter[] => [
  anyOf('libraryId', query.list('library_id')),
  anyOf('tag', query.list('tag')),
  anyOf('author', query.each('author').map(authorOf)),
  anyOf('readStatus', query.list('read_status').map(upper)),
  flag('deleted', query.flag('deleted')),
  flag('oneShot', query.flag('oneshot')),
];

/** The query parameters of lists of series, as a filter. */
export const seriesFilter = (query: CompatQuery): Filter => ({
  all: [
    ...sharedFilter(query),
    anyOf('collectionId', query.list('collection_id')),
    anyOf('seriesStatus', query.list('status').map(upper)),
    anyOf('publisher', query.list('publisher')),
    anyOf('language', query.list('language')),
    anyOf('genre', query.list('genre')),
    anyOf('sharingLabel', query.list('sharing_label')),
    { any: query.list('age_rating').map(ageTest) },
    { any: query.list('release_year').map(yearTest) },
    flag('complete', query.flag('complete')),
    regexTest(query.each('search_regex')),
  ],
});

/** The query parameters of lists of books, as a filter. */
export const bookFilter = (query: CompatQuery): Filter => {
  const after = query.text('released_after');
  return {
    all: [
      ...sharedFilter(query),
      anyOf('mediaStatus', query.list('media_status').map(upper)),
      ...(after === undefined
        ? []
        : [{ field: 'releaseDate', operator: 'greaterThan', value: after } as const]),
    ],
  };
};

const upper = (text: string) => text.toUpperCase();

/** `name,role`, where the name may contain commas. */
const authorOf = (value: string): string => {
  const comma = value.lastIndexOf(',');
  return comma < 0 ? value : `${value.slice(0, comma).trim()}\n${value.slice(comma + 1).trim()}`;
};

/** Clients name what has no value `None`. */
const isNone = (value: string) => value.toLowerCase() === 'none';

const ageTest = (value: string): Filter =>
  isNone(value)
    ? { field: 'ageRating', operator: 'isNull', value: '' }
    : { field: 'ageRating', operator: 'is', value };

const yearTest = (value: string): Filter => ({
  all: isNone(value)
    ? [{ field: 'releaseDate', operator: 'isNull', value: '' }]
    : [
        { field: 'releaseDate', operator: 'atLeast', value: `${value}-01-01` },
        { field: 'releaseDate', operator: 'lessThan', value: `${Number(value) + 1}-01-01` },
      ],
});

/** Only `^letters`, what a list of letters asks for: any other expression could run for hours. */
const regexTest = ([value]: string[]): Filter => {
  if (value === undefined) return { all: [] };
  const start = /^\^([\p{L}\p{N} ]+)(?:,title(?:_sort)?)?$/iu.exec(value)?.[1];
  if (start === undefined) throw badField('search_regex', 'Only ^ and letters can be asked for');
  return { field: 'title', operator: 'beginsWith', value: start };
};
