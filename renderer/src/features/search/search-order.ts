import { create } from 'zustand';

/** Sort parameters of series and books. */
export const searchSorts = {
  relevance: { series: 'relevance,desc', books: 'relevance,desc' },
  name: { series: 'name,asc', books: 'title,asc' },
  added: { series: 'date_added,desc', books: 'created_at,desc' },
  released: { series: 'release_date,desc', books: 'release_date,desc' },
} as const;

export type SearchOrder = keyof typeof searchSorts;

export const searchOrders = Object.keys(searchSorts) as SearchOrder[];

/** The order of results, which holds for all searches until the page is loaded again. */
export const useSearchOrder = create<{ order: SearchOrder }>(() => ({ order: 'relevance' }));
