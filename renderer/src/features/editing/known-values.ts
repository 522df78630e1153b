import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { listBookFacets, listSeriesFacets } from '../../../../shared/api/facets.ts';
import { uniqueBy } from '../../../../shared/unique-by.ts';
import { api } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';
import { creatorsPage } from '../creators/queries.ts';

/** Debounce of the search (ms). */
const pauseMs = 150;
const maxValues = 20;

/** Fields whose values in use are offered. */
const facets = { genres: 'genre', tags: 'tag' } as const;
type OfferedField = keyof typeof facets;
const isOffered = (field: string): field is OfferedField => field in facets;

/**
 * Values of a field that contain the typed text, the most frequent first: of series, then of books.
 * Empty for a field without such values.
 */
export const useKnownValues = (field: string, typed: string): string[] => {
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const name = isOffered(field) ? facets[field] : null;
  const seesBooks = useCan('books-read');
  const { data } = useQuery({
    queryKey: ['facets', 'known', name, search, seesBooks],
    queryFn: async ({ signal }) => {
      if (name === null) return [];
      const query = { pageSize: maxValues, ...(search === '' ? {} : { search }) };
      const found = await Promise.all([
        api.call(listSeriesFacets, { params: { field: name }, query, signal }),
        ...(seesBooks
          ? [api.call(listBookFacets, { params: { field: name }, query, signal })]
          : []),
      ]);
      return distinct(found.flatMap((page) => page.data.map(({ value }) => value)));
    },
    enabled: name !== null,
    placeholderData: keepPreviousData,
  });
  return data ?? [];
};

/** Without spellings that differ only in case. */
const distinct = (values: readonly string[]): string[] =>
  uniqueBy(values, (value) => value.toLowerCase());

/** Names of creators with words that begin as typed. */
export const useKnownCreators = (typed: string): string[] => {
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const { data } = useQuery({
    ...creatorsPage({ search }, 1, maxValues),
    enabled: useCan('books-read') && search !== '',
    placeholderData: keepPreviousData,
  });
  return data?.data.map(({ name }) => name) ?? [];
};
