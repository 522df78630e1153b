import type { BookFacet, Facet, FacetSort, SeriesFacet } from '../../../shared/api/facets.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage } from '../../database/json.ts';
import { limits, rememberedValues } from '../../database/page-sql.ts';

export interface FacetQuery extends PageRequest<FacetSort> {
  library_id?: string | undefined;
  /** Only for facets of books. */
  series_id?: string | undefined;
  search?: string | undefined;
}

/** SQL source of a field's values: the rows of series or books joined with their values. */
interface ValueSource {
  value: string;
  /** Appended to the table: a join with a JSON list. */
  join?: string;
}

const each = (list: string, value = 'each.value'): ValueSource => ({
  value,
  join: `CROSS JOIN json_each(${list}) each`,
});

const ofSeries: Record<SeriesFacet, ValueSource> = {
  genre: each('s.genres'),
  tag: each('s.tags'),
  label: each('s.labels'),
  publisher: { value: 's.publisher' },
  language: { value: 's.language' },
  status: { value: 's.status' },
  author: each('s.authors', "each.value ->> 'name'"),
  ageRating: { value: 's.age_rating' },
  year: { value: 's.year' },
  format: {
    value: 'b.format',
    join: 'CROSS JOIN books b ON b.series_pk = s.pk AND b.missing_since IS NULL',
  },
};

const ofBooks: Record<BookFacet, ValueSource> = {
  genre: each("s.metadata -> 'genres'"),
  tag: each("s.metadata -> 'tags'"),
  publisher: { value: "s.metadata ->> 'publisher'" },
  language: { value: 's.language' },
  author: each("s.metadata -> 'authors'", "each.value ->> 'name'"),
  ageRating: { value: "s.metadata ->> 'age_rating'" },
  year: { value: 'CAST(substr(s.release_date, 1, 4) AS INTEGER)' },
  format: { value: 's.format' },
};

/** Values that differ only in case are merged under the first spelling. */
const facetSql = (
  table: 'series' | 'books',
  { value, join = '' }: ValueSource,
  query: FacetQuery,
) => {
  const library = query.library_id
    ? 'AND s.library_pk = (SELECT pk FROM libraries WHERE id = :library_id)'
    : '';
  const series = query.series_id
    ? 'AND s.series_pk = (SELECT pk FROM series WHERE id = :series_id)'
    : '';
  const search = query.search
    ? 'WHERE instr(search_fold(value), search_fold(:search)) > 0 AND (SELECT abort_if_cancelled())'
    : '';
  const { field, direction } = query.sort;
  const other = field === 'count' ? 'value' : 'count DESC';
  return `WITH found AS (
      SELECT s.pk AS pk, CAST(${value} AS TEXT) AS value FROM ${table} s ${join}
      WHERE s.missing_since IS NULL ${library} ${series}),
    counted AS (
      SELECT min(value) AS value, count(DISTINCT pk) AS count FROM found
      WHERE value <> '' GROUP BY value COLLATE NOCASE),
    fitting AS (SELECT * FROM counted ${search})
    SELECT json_object('total', (SELECT count(*) FROM fitting), 'data', (
      SELECT json_group_array(json_object('value', value, 'count', count)) FROM (
        SELECT * FROM fitting ORDER BY ${field} ${direction}, ${other}
        LIMIT :limit OFFSET :offset)))`;
};

export const createFacetsStore = (database: Database) => {
  const value = rememberedValues(database);
  const list = (sql: string, query: FacetQuery): ListPage<Facet> => {
    const { library_id = null, series_id = null, search = null } = query;
    const given = { ...limits(query), library_id, series_id, search };
    const json = value<string>(sql, given);
    // A subquery returns its JSON as text.
    const { data, total } = JSON.parse(json) as { data: string; total: number };
    return { data: jsonText(data), total };
  };
  return {
    series: (field: SeriesFacet, query: FacetQuery) =>
      list(facetSql('series', ofSeries[field], query), query),
    books: (field: BookFacet, query: FacetQuery) =>
      list(facetSql('books', ofBooks[field], query), query),
  };
};
