import type { Condition } from '../../../shared/condition.ts';
import type { Library } from '../../../shared/api/libraries.ts';
import type { ReadStatus } from '../../../shared/read-status.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { FacetGroup } from './feed.ts';

/** Filters for lists of series or books. */
export interface FeedFilters {
  library: string | undefined;
  status: ReadStatus | undefined;
  /** A letter from A to Z, or `#` for any other first character. */
  letter: string | undefined;
  /** Matches any of these publishers; empty for all. */
  publisher: readonly string[];
  /** Search text; undefined for no search. */
  search: string | undefined;
}

export const letters = [...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), '#'];

export const filtersToCondition = ({
  library,
  status,
  letter,
  publisher,
  search,
}: FeedFilters) => ({
  condition: {
    allOf: [
      ...is('libraryId', library),
      ...is('readStatus', status),
      ...is('initial', letter?.toLowerCase()),
      ...(publisher.length > 0
        ? [{ anyOf: publisher.flatMap((name) => is('publisher', name)) }]
        : []),
    ],
  },
  ...(search === undefined ? {} : { fullTextSearch: search }),
});

const is = (field: string, value: string | undefined): Condition[] =>
  value === undefined ? [] : [{ field, operator: 'is', value }];

/**
 * Each facet preserves the other filters. Libraries show counts only while no other filter is set.
 */
export const facetsOf = (
  { permissions }: Caller,
  path: string,
  narrowing: FeedFilters,
  libraries: readonly Pick<Library, 'id' | 'name' | 'series_count' | 'book_count'>[],
): FacetGroup[] => {
  const group = <Name extends 'library' | 'status' | 'letter'>(
    title: string,
    name: Name,
    choices: readonly { title: string; value: FeedFilters[Name]; count?: number }[],
  ): FacetGroup => ({
    title,
    facets: choices.map((choice) => ({
      title: choice.title,
      feedPath: { path, query: { ...narrowing, [name]: choice.value } },
      active: narrowing[name] === choice.value,
      count: choice.count ?? null,
    })),
  });
  const { status, letter, publisher, search } = narrowing;
  const isWhole = !status && !letter && publisher.length === 0 && search === undefined;
  return [
    ...(libraries.length > 1
      ? [
          group('Library', 'library', [
            { title: 'All libraries', value: undefined },
            ...libraries.map(({ id, name, series_count, book_count }) => ({
              title: name,
              value: id,
              ...(isWhole ? { count: path === '/series' ? series_count : book_count } : {}),
            })),
          ]),
        ]
      : []),
    ...(permissions.has('progress-read') ? [group('Reading', 'status', statuses)] : []),
    group('Letter', 'letter', [
      { title: 'All letters', value: undefined },
      ...letters.map((letter) => ({ title: letter, value: letter })),
    ]),
  ];
};

const statuses = [
  { title: 'Read or not', value: undefined },
  { title: 'Unread', value: 'unread' },
  { title: 'Being read', value: 'in_progress' },
  { title: 'Read', value: 'read' },
] as const;
