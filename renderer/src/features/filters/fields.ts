import { bookFormats } from '../../../../shared/api/book-record.ts';
import { bookFields, seriesFields } from '../../../../shared/api/filter-fields.ts';
import {
  bookFacets,
  seriesFacets,
  type BookFacet,
  type SeriesFacet,
} from '../../../../shared/api/facets.ts';
import { seriesStatuses } from '../../../../shared/api/series-record.ts';
import type { FieldKind } from '../../../../shared/condition.ts';
import { readStatuses } from '../../../../shared/read-status.ts';

export type ListKind = 'series' | 'books';
export type FieldName = keyof typeof seriesFields | keyof typeof bookFields;

export interface FilterField {
  name: FieldName;
  kind: FieldKind;
  /** Fixed values. */
  values?: readonly string[];
  /** Whether the server lists the existing values. */
  hasFacets: boolean;
}

const fixed: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  readStatus: readStatuses,
  status: seriesStatuses,
  format: bookFormats,
  hasError: ['true', 'false'],
  oneShot: ['true', 'false'],
  complete: ['true', 'false'],
};

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
      ...(fixed[name] === undefined ? {} : { values: fixed[name] }),
      hasFacets: (facets as readonly string[]).includes(name),
    }));

/** Filter fields by list kind. */
export const filterFields: Readonly<Record<ListKind, readonly FilterField[]>> = {
  series: describe(seriesFields, seriesFacets),
  books: describe(bookFields, bookFacets),
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
