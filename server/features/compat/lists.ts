import { z } from 'zod';

import { AppError, badField } from '../../../shared/errors.ts';
import type { Filter, Test } from '../../database/filter-sql.ts';
import type { Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import { mediaStatuses, readStatuses, seriesStatuses } from './choices.ts';
import type { CompatPage, CompatQuery, CompatSort } from './query.ts';

/** A page of a list of series or books. */
export interface CompatListQuery extends CompatPage {
  filter: Filter;
  search: string;
  sort: readonly CompatSort[];
}

/** The records of one page. */
export interface CompatListing extends Listing<unknown> {
  /** Whether the order is one that was asked for. */
  sorted: boolean;
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

/** Whether any test of a filter, at whatever depth, is such a one. */
export const asks = (filter: Filter, isSuch: (test: Test) => boolean): boolean => {
  if ('field' in filter) return isSuch(filter);
  return ('all' in filter ? filter.all : filter.any).some((inner) => asks(inner, isSuch));
};

/** The first value that a field is asked to have. */
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

/** What the lists of GET have in common. */
const sharedFilter = (query: CompatQuery): Filter[] => [
  anyOf('libraryId', query.list('library_id')),
  anyOf('tag', query.list('tag')),
  anyOf('author', query.each('author').map(authorOf)),
  anyOf('readStatus', choicesOf(query, 'read_status', readStatuses)),
  flag('deleted', query.flag('deleted')),
  flag('oneShot', query.flag('oneshot')),
];

/** The query parameters of lists of series, as a filter. */
export const seriesFilter = (query: CompatQuery): Filter => ({
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

/** The query parameters of lists of books, as a filter. */
export const bookFilter = (query: CompatQuery): Filter => ({
  all: [
    ...sharedFilter(query),
    anyOf('mediaStatus', choicesOf(query, 'media_status', mediaStatuses)),
    releasedAfter(query.text('released_after')),
  ],
});

/** Values of which every one is known: another would silently leave nothing. */
const choicesOf = (query: CompatQuery, name: string, choices: readonly string[]): string[] =>
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

/** `name,role`, where the name may contain commas. */
const authorOf = (value: string): string => {
  const comma = value.lastIndexOf(',');
  return comma < 0 ? value : `${value.slice(0, comma).trim()}\n${value.slice(comma + 1).trim()}`;
};

const isWhole = (value: string) => /^\d{1,4}$/.test(value);

/** Whatever is no number asks for what has none: clients write `None`. */
const ageTest = (value: string): Filter =>
  isWhole(value)
    ? { field: 'ageRating', operator: 'is', value }
    : { field: 'ageRating', operator: 'isNull', value: '' };

const yearTest = (value: string): Filter => {
  const year = value.padStart(4, '0');
  return {
    all: [
      { field: 'releaseDate', operator: 'atLeast', value: `${year}-01-01` },
      // Behind every date of the year.
      { field: 'releaseDate', operator: 'lessThan', value: `${year}-13` },
    ],
  };
};

/** Only `^letters`, what a list of letters asks for: any other expression could run for hours. */
const regexTest = ([value]: string[]): Filter => {
  if (value === undefined) return { all: [] };
  const [, start, sort] = /^\^([\p{L}\p{N} ]+)(?:,title(_sort)?)?$/iu.exec(value) ?? [];
  if (start === undefined) throw badField('search_regex', 'Only ^ and letters can be asked for');
  return { field: sort ? 'titleSort' : 'title', operator: 'beginsWith', value: start };
};
