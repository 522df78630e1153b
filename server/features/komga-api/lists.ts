import { z } from 'zod';

import { AppError, badField } from '../../../shared/errors.ts';
import type { Filter, Test } from '../../database/filter-sql.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { mediaStatuses, readStatuses, seriesStatuses } from './choices.ts';
import type { KomgaPage, KomgaQuery, KomgaSort } from './query.ts';

/** A query for one page of series or books. */
export interface KomgaListQuery extends KomgaPage {
  filter: Filter;
  search: string;
  sort: readonly KomgaSort[];
}

/** The records of one page. */
export interface KomgaListing extends ListPage<unknown> {
  /** Whether the client requested an order. */
  sorted: boolean;
}

/** Cost of writing one record, in rows read. */
export const recordCost = 10;
/** Row budget for running a query inline (about 3 ms); more goes to the query worker. */
const fewRows = 30_000;

/** Runs cheap queries inline and passes the others to `inWorker`. */
export const inlineListIfCheap =
  <Input extends unknown[], Answer>(
    store: { estimateRows(...input: Input): number; list(...input: Input): Answer },
    inWorker: (...input: Input) => Promise<Answer>,
  ) =>
  (...input: Input): Answer | Promise<Answer> =>
    store.estimateRows(...input) > fewRows ? inWorker(...input) : store.list(...input);

/**
 * The user whose progress the records include; null if the caller is not allowed to see progress.
 */
export const progressUserOf = ({ user_pk, permissions }: Caller): number | null =>
  permissions.has('progress-read') ? user_pk : null;

/** Filtering by progress would reveal it: throws Forbidden for callers without that permission. */
export const requireKomgaProgressPermission = (caller: Caller, filter: Filter): void => {
  if (
    !caller.permissions.has('progress-read') &&
    asks(filter, ({ field }) => field === 'readStatus')
  ) {
    throw new AppError(
      'Forbidden',
      'Filtering by what was read needs the permission progress-read',
    );
  }
};

/** Whether any test in a filter, at any depth, satisfies `isSuch`. */
export const asks = (filter: Filter, isSuch: (test: Test) => boolean): boolean => {
  if ('field' in filter) return isSuch(filter);
  return ('all' in filter ? filter.all : filter.any).some((inner) => asks(inner, isSuch));
};

/** The first value that the filter requires for a field. */
export const valueNamed = (filter: Filter, field: string): string | undefined => {
  let first: string | undefined;
  asks(filter, (test) => {
    if (test.field === field && test.operator === 'is') first = test.value;
    return first !== undefined;
  });
  return first;
};

const anyOf = (field: string, values: readonly string[]): Filter => ({
  any: values.map((value) => ({ field, operator: 'is', value })),
});

const flag = (field: string, wanted: boolean | undefined): Filter =>
  wanted === undefined
    ? { all: [] }
    : { field, operator: wanted ? 'isTrue' : 'isFalse', value: '' };

/** Query parameters common to all GET lists. */
const sharedFilter = (query: KomgaQuery): Filter[] => [
  anyOf('libraryId', query.list('library_id')),
  anyOf('tag', query.list('tag')),
  anyOf('author', query.each('author').map(authorOf)),
  anyOf('readStatus', choicesOf(query, 'read_status', readStatuses)),
  flag('deleted', query.flag('deleted')),
  flag('oneShot', query.flag('oneshot')),
];

/** Converts the query parameters of series lists to a filter. */
export const seriesFilter = (query: KomgaQuery): Filter => ({
  all: [
    ...sharedFilter(query),
    anyOf('collectionId', query.list('collection_id')),
    anyOf('seriesStatus', choicesOf(query, 'status', seriesStatuses)),
    anyOf('publisher', query.list('publisher')),
    anyOf('language', query.list('language')),
    anyOf('genre', query.list('genre')),
    anyOf('sharingLabel', query.list('sharing_label')),
    { any: query.list('age_rating').map(ageTest) },
    { any: query.list('release_year').filter(isWhole).map(yearTest) },
    flag('complete', query.flag('complete')),
    regexTest(query.each('search_regex')),
  ],
});

/** Converts the query parameters of book lists to a filter. */
export const bookFilter = (query: KomgaQuery): Filter => ({
  all: [
    ...sharedFilter(query),
    anyOf('mediaStatus', choicesOf(query, 'media_status', mediaStatuses)),
    releasedAfter(query.text('released_after')),
  ],
});

/** Rejects unknown values, which would silently match nothing. */
const choicesOf = (query: KomgaQuery, name: string, choices: readonly string[]): string[] =>
  query.list(name).map((value) => {
    const choice = value.toUpperCase();
    if (!choices.includes(choice)) throw badField(name, `Use one of ${choices.join(', ')}`);
    return choice;
  });

const releasedAfter = (value: string | undefined): Filter => {
  if (value === undefined) return { all: [] };
  if (!z.iso.date().safeParse(value).success) {
    throw badField('released_after', 'Write a date, as 2024-01-31');
  }
  return { field: 'releaseDate', operator: 'greaterThan', value };
};

/** `name,role`; the name can contain commas. */
const authorOf = (value: string): string => {
  const comma = value.lastIndexOf(',');
  return comma < 0 ? value : `${value.slice(0, comma).trim()}\n${value.slice(comma + 1).trim()}`;
};

const isWhole = (value: string) => /^\d{1,4}$/.test(value);

/** Any non-number (clients send `None`) matches rows without an age rating. */
const ageTest = (value: string): Filter =>
  isWhole(value)
    ? { field: 'ageRating', operator: 'is', value }
    : { field: 'ageRating', operator: 'isNull', value: '' };

const yearTest = (value: string): Filter => {
  const year = value.padStart(4, '0');
  return {
    all: [
      { field: 'releaseDate', operator: 'atLeast', value: `${year}-01-01` },
      // Later than every date of the year.
      { field: 'releaseDate', operator: 'lessThan', value: `${year}-13` },
    ],
  };
};

/** Supports only `^letters`, for the letter index: arbitrary expressions could run for hours. */
const regexTest = ([value]: string[]): Filter => {
  if (value === undefined) return { all: [] };
  const [, start, sort] = /^\^([\p{L}\p{N} ]+)(?:,title(_sort)?)?$/iu.exec(value) ?? [];
  if (start === undefined) throw badField('search_regex', 'Use ^ and letters only');
  return { field: sort ? 'titleSort' : 'title', operator: 'beginsWith', value: start };
};
