import { bookFilterFields, seriesFilterFields } from '../../../../shared/api/filter-fields.ts';
import {
  bookFacets,
  seriesFacets,
  type BookFacet,
  type SeriesFacet,
} from '../../../../shared/api/facets.ts';
import { seriesStatuses } from '../../../../shared/api/series-record.ts';
import { choicesOf, type FieldKind } from '../../../../shared/condition.ts';

export type ListKind = 'series' | 'books';
export type FieldName = keyof typeof seriesFilterFields | keyof typeof bookFilterFields;

export interface FilterField {
  name: FieldName;
  kind: FieldKind;
  /** Fixed values. */
  values: readonly string[] | undefined;
  /** Whether the server lists the existing values. */
  hasFacets: boolean;
}

const kinds: Readonly<Record<string, FieldKind>> = { ...bookFilterFields, ...seriesFilterFields };

/** The values of a field that has only a few. */
export const fixedValues = (name: string): readonly string[] | undefined =>
  name === 'status' ? seriesStatuses : choicesOf[kinds[name] ?? 'text'];

const describe = (
  fields: Readonly<Partial<Record<FieldName, FieldKind>>>,
  facets: readonly (SeriesFacet | BookFacet)[],
): readonly FilterField[] =>
  (Object.entries(fields) as [FieldName, FieldKind][])
    // A list's series is chosen by navigation, not by filter.
    .filter(([name]) => name !== 'seriesId' && name !== 'volumeId')
    .map(([name, kind]) => ({
      name,
      kind,
      values: fixedValues(name),
      hasFacets: (facets as readonly string[]).includes(name),
    }));

/** Filter fields by list kind. */
export const filterFields: Readonly<Record<ListKind, readonly FilterField[]>> = {
  series: describe(seriesFilterFields, seriesFacets),
  books: describe(bookFilterFields, bookFacets),
};

/** Fields with chips, in display order. */
export const chipFields: Readonly<Record<ListKind, readonly FieldName[]>> = {
  series: [
    'readStatus',
    'genre',
    'status',
    'tag',
    'label',
    'publisher',
    'author',
    'language',
    'ageRating',
    'format',
    'oneShot',
    'complete',
    'hasError',
  ],
  books: [
    'readStatus',
    'genre',
    'tag',
    'format',
    'publisher',
    'author',
    'language',
    'ageRating',
    'oneShot',
    'hasError',
  ],
};
