import { z } from 'zod';

import { leavesOf } from '../../../shared/condition.ts';
import { badField } from '../../../shared/errors.ts';
import type { RowCondition } from '../../database/condition-types.ts';
import type { ListPage } from '../../database/json.ts';
import { mediaStatuses, readChoice, readStatuses, seriesStatuses } from './choices.ts';
import { unrestricted, joinConditions } from './condition.ts';
import type { KomgaPage, KomgaQuery, KomgaSort } from './query.ts';

/** A query for one page of series or books. */
export interface KomgaListQuery extends KomgaPage {
  filter: RowCondition;
  search: string;
  sort: readonly KomgaSort[];
  /** Whether series include their labels. */
  labels?: boolean;
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

/** The first value that the filter requires for a field. */
export const valueNamed = (filter: RowCondition, field: string): string | undefined =>
  leavesOf(filter).find((leaf) => leaf.field === field && leaf.operator === 'is')?.value;

const anyOf = (field: string, values: readonly string[]) =>
  joinConditions(
    'anyOf',
    values.map((value) => ({ field, operator: 'is', value })),
  );

const flag = (field: string, wanted: boolean | undefined): RowCondition | null =>
  wanted === undefined ? null : { field, operator: 'is', value: String(wanted) };

/**
 * A filter of series as if none had a label: for callers who cannot see labels, because clients
 * expect an answer.
 */
export const withoutLabels = (node: RowCondition): RowCondition => {
  if ('allOf' in node) return { allOf: node.allOf.map(withoutLabels) };
  if ('anyOf' in node) return { anyOf: node.anyOf.map(withoutLabels) };
  if ('not' in node) return { not: withoutLabels(node.not) };
  return node.field === 'sharingLabel' ? { ...node, field: 'hiddenLabel' } : node;
};

/** Query parameters common to all GET lists. */
const sharedFilter = (query: KomgaQuery) => [
  anyOf('libraryId', query.list('library_id')),
  anyOf('tag', query.list('tag')),
  anyOf('author', query.each('author').map(authorOf)),
  anyOf('readStatus', choicesOf(query, 'read_status', readStatuses)),
  flag('deleted', query.flag('deleted')),
  flag('oneShot', query.flag('oneshot')),
];

/** Converts the query parameters of series lists to a filter. */
export const seriesFilter = (query: KomgaQuery): RowCondition =>
  joinConditions('allOf', [
    ...sharedFilter(query),
    anyOf('collectionId', query.list('collection_id')),
    anyOf('seriesStatus', choicesOf(query, 'status', seriesStatuses)),
    anyOf('publisher', query.list('publisher')),
    anyOf('language', query.list('language')),
    anyOf('genre', query.list('genre')),
    anyOf('sharingLabel', query.list('sharing_label')),
    joinConditions('anyOf', query.list('age_rating').map(ageTest)),
    joinConditions('anyOf', query.list('release_year').filter(isWhole).map(yearTest)),
    flag('complete', query.flag('complete')),
    regexTest(query.each('search_regex')),
  ]) ?? unrestricted;

/** Converts the query parameters of book lists to a filter. */
export const bookFilter = (query: KomgaQuery): RowCondition =>
  joinConditions('allOf', [
    ...sharedFilter(query),
    anyOf('mediaStatus', choicesOf(query, 'media_status', mediaStatuses)),
    releasedAfter(query.text('released_after')),
  ]) ?? unrestricted;

/** Rejects unknown values, which would silently match nothing. */
const choicesOf = (query: KomgaQuery, name: string, choices: readonly string[]): string[] =>
  query.list(name).map((value) => readChoice(choices, value, name));

const releasedAfter = (value: string | undefined): RowCondition | null => {
  if (value === undefined) return null;
  if (!z.iso.date().safeParse(value).success) {
    throw badField('released_after', 'Write a date, as 2024-01-31');
  }
  return { field: 'releaseDate', operator: 'greaterThan', value };
};

/** `name,role`; the name can contain commas. */
const authorOf = (value: string): string => {
  const comma = value.lastIndexOf(',');
  return JSON.stringify(
    comma < 0
      ? { name: value }
      : { name: value.slice(0, comma).trim(), role: value.slice(comma + 1).trim() },
  );
};

const isWhole = (value: string) => /^\d{1,4}$/.test(value);

/** Any non-number (clients send `None`) matches rows without an age rating. */
const ageTest = (value: string): RowCondition =>
  isWhole(value)
    ? { field: 'ageRating', operator: 'is', value }
    : { field: 'ageRating', operator: 'isNull', value: '' };

const yearTest = (value: string): RowCondition => {
  const year = value.padStart(4, '0');
  return {
    allOf: [
      { field: 'releaseDate', operator: 'atLeast', value: `${year}-01-01` },
      // Later than every date of the year.
      { field: 'releaseDate', operator: 'lessThan', value: `${year}-13` },
    ],
  };
};

/** Supports only `^letters`, for the letter index: arbitrary expressions could run for hours. */
const regexTest = ([value]: string[]): RowCondition | null => {
  if (value === undefined) return null;
  const [, start, sort] = /^\^([\p{L}\p{N} ]+)(?:,title(_sort)?)?$/iu.exec(value) ?? [];
  if (start === undefined) throw badField('search_regex', 'Use ^ and letters only');
  return { field: sort ? 'name_sort' : 'name', operator: 'beginsWith', value: start };
};
