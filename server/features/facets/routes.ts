import {
  listBookFacets,
  listSeriesFacets,
  type BookFacet,
  type Facet,
  type SeriesFacet,
} from '../../../shared/api/facets.ts';
import type { MaybeListPage } from '../../database/json.ts';
import { route, type Route } from '../../http/api/route.ts';
import { requireLabels } from '../filters/filter-permissions.ts';
import type { FacetQuery } from './store.ts';

interface FacetsRoutesOptions {
  /** Runs in the query worker, because it reads every record. */
  series: (field: SeriesFacet, query: FacetQuery) => MaybeListPage<Facet>;
  books: (field: BookFacet, query: FacetQuery) => MaybeListPage<Facet>;
}

export const facetsRoutes = ({ series, books }: FacetsRoutesOptions): Route[] => [
  route(listSeriesFacets, ({ caller, params, query }) => {
    if (params.field === 'label') requireLabels(caller);
    return series(params.field, query);
  }),
  route(listBookFacets, ({ params, query }) => books(params.field, query)),
];
