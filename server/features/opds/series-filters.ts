import type { Library } from '../../../shared/api/libraries.ts';
import type { SeriesFilter } from '../../../shared/api/series.ts';
import type { ReadStatus } from '../../../shared/schemas.ts';
import type { Caller } from '../../http/caller.ts';
import type { FacetGroup } from './feed.ts';

/** What a list of series can be narrowed by. */
interface SeriesFilters {
  library: string | undefined;
  status: ReadStatus | undefined;
  letter: string | undefined;
}

export const seriesCondition = ({
  library,
  status,
  letter,
}: SeriesFilters): SeriesFilter['condition'] => ({
  allOf: [
    ...(library === undefined
      ? []
      : [{ field: 'libraryId' as const, operator: 'is' as const, value: library }]),
    ...(status === undefined
      ? []
      : [{ field: 'readStatus' as const, operator: 'is' as const, value: status }]),
    ...(letter === undefined
      ? []
      : [{ field: 'name' as const, operator: 'beginsWith' as const, value: letter }]),
  ],
});

/** Each choice keeps what was chosen of the others. Libraries tell how much they hold while nothing else is chosen. */
export const seriesFacets = (
  { permissions }: Caller,
  filters: SeriesFilters,
  libraries: readonly Library[],
): FacetGroup[] => {
  const group = <Name extends keyof SeriesFilters>(
    title: string,
    name: Name,
    choices: readonly { title: string; value: SeriesFilters[Name]; count?: number }[],
  ): FacetGroup => ({
    title,
    facets: choices.map((choice) => ({
      title: choice.title,
      place: { path: '/series', query: { ...filters, [name]: choice.value } },
      active: filters[name] === choice.value,
      count: choice.count ?? null,
    })),
  });
  const isWhole = filters.status === undefined && filters.letter === undefined;
  return [
    ...(libraries.length > 1
      ? [
          group('Library', 'library', [
            { title: 'All libraries', value: undefined },
            ...libraries.map(({ id, name, series_count }) => ({
              title: name,
              value: id,
              ...(isWhole ? { count: series_count } : {}),
            })),
          ]),
        ]
      : []),
    ...(permissions.has('progress-read') ? [group('Reading', 'status', statuses)] : []),
    group('Letter', 'letter', letters),
  ];
};

const statuses = [
  { title: 'Read or not', value: undefined },
  { title: 'Unread', value: 'unread' },
  { title: 'Being read', value: 'in_progress' },
  { title: 'Read', value: 'read' },
] as const;

const letters = [
  { title: 'All letters', value: undefined },
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => ({ title: letter, value: letter })),
];
