import {
  listBookFacets,
  listSeriesFacets,
  type BookFacet,
  type Facet,
  type SeriesFacet,
} from '../../../shared/api/facets.ts';
import type { Found } from '../../database/json.ts';
import { route, type Route } from '../../http/route.ts';
import type { FacetQuery } from './store.ts';

interface FacetsRoutesOptions {
  /** Look at every record: in another thread. */
  series: (field: SeriesFacet, query: FacetQuery) => Found<Facet>;
  books: (field: BookFacet, query: FacetQuery) => Found<Facet>;
}

export const facetsRoutes = ({ series, books }: FacetsRoutesOptions): Route[] => [
  route(listSeriesFacets, ({ params, query }) => series(params.field, query)),
  route(listBookFacets, ({ params, query }) => books(params.field, query)),
];
