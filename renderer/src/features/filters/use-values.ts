import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  listBookFacets,
  listSeriesFacets,
  type BookFacet,
  type Facet,
  type SeriesFacet,
} from '../../../../shared/api/facets.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { fixedValues, type FilterField, type ListKind } from './fields.ts';

export interface OfferedValue {
  value: string;
  label: string;
  /** Null if not counted. */
  count: number | null;
}

interface ValuesOf {
  kind: ListKind;
  field: FilterField;
  /** Limits to one library. */
  libraryId: string | undefined;
  /** Limits the values of books to one series. */
  seriesId?: string | undefined;
  search?: string;
  /** Maximum number of values. */
  most: number;
}

/** Values of a field, most frequent first. */
export const useValues = ({ kind, field, libraryId, seriesId, search = '', most }: ValuesOf) => {
  const label = useValueLabel();
  const facets = useQuery({
    queryKey: ['facets', kind, field.name, libraryId ?? null, seriesId ?? null, search, most],
    queryFn: async ({ signal }) => {
      const query = {
        pageSize: most,
        ...(libraryId === undefined ? {} : { library_id: libraryId }),
        ...(search.trim() === '' ? {} : { search }),
      };
      const name = field.name as SeriesFacet & BookFacet;
      return kind === 'series'
        ? api.call(listSeriesFacets, { params: { field: name }, query, signal })
        : api.call(listBookFacets, {
            params: { field: name },
            query: { ...query, series_id: seriesId },
            signal,
          });
    },
    enabled: field.hasFacets,
    placeholderData: keepPreviousData,
  });
  const libraries = useQuery({ ...librariesQuery(), enabled: field.name === 'libraryId' });
  const found: (Facet | { value: string; count: null })[] = field.hasFacets
    ? (facets.data?.data ?? [])
    : field.name === 'libraryId'
      ? (libraries.data ?? []).map(({ id }) => ({ value: id, count: null }))
      : (field.values ?? []).map((value) => ({ value, count: null }));
  return {
    values: found.map(({ value, count }): OfferedValue => ({
      value,
      count,
      label: label(field.name, value),
    })),
    total: field.hasFacets ? (facets.data?.total ?? 0) : found.length,
    isPending: field.hasFacets && facets.isPending,
    isError: facets.isError,
    retry: () => void facets.refetch(),
  };
};

/** Localized label of a field's value. */
export const useValueLabel = (): ((field: string, value: string) => string) => {
  const { t } = useTranslation('filters');
  const { language } = useLocale();
  const { data: libraries } = useQuery({ ...librariesQuery(), notifyOnChangeProps: ['data'] });
  return (field, value) => {
    switch (field) {
      case 'format':
        return value === 'folder' ? t('value.format.folder') : value.toUpperCase();
      case 'ageRating':
        return value === '0' ? t('value.ageRating.all') : t('value.ageRating.from', { age: value });
      case 'language':
        return language(value);
      case 'libraryId':
        return libraries?.find(({ id }) => id === value)?.name ?? value;
      default:
        return fixedValues(field) === undefined
          ? value
          : t(`value.${field}.${value}` as 'value.status.ended', { defaultValue: value });
    }
  };
};
