import { jsonText, type JsonText, type ListPage } from '../../database/json.ts';
import type { KomgaPage } from './query.ts';

/** Minimum page size reported for an unpaged list, as in Komga. */
const minWhole = 20;

/** A page in the format, with all keys that any client requires. */
export const komgaPage = (
  listing: ListPage<unknown>,
  { page, size: wanted, unpaged }: KomgaPage,
  sorted = false,
): JsonText<unknown> => {
  const { total, data } = listing;
  const content = Array.isArray(data) ? JSON.stringify(data) : data.json;
  const size = unpaged ? Math.min(Math.max(total, minWhole), wanted) : wanted;
  const offset = page * size;
  const here = Math.max(0, Math.min(size, total - offset));
  const totalPages = size === 0 ? 1 : Math.ceil(total / size);
  const sort = { empty: !sorted, sorted, unsorted: !sorted };
  const rest = JSON.stringify({
    pageable: {
      pageNumber: page,
      pageSize: size,
      offset,
      paged: true,
      unpaged: false,
      sort,
    },
    sort,
    totalElements: total,
    totalPages,
    number: page,
    size,
    numberOfElements: here,
    first: page === 0,
    last: page >= totalPages - 1,
    empty: here === 0,
  });
  return jsonText(`{"content":${content},${rest.slice(1)}`);
};

/** One page of a short, sorted list that is in memory. */
export const pageOfArray = (items: readonly unknown[], page: KomgaPage): JsonText<unknown> => {
  const start = page.page * page.size;
  const data = items.slice(start, start + page.size);
  return komgaPage({ data, total: items.length }, page, true);
};
