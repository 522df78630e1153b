import { jsonText, type JsonText, type Listing } from '../../database/json.ts';
import type { CompatPage } from './query.ts';

/** A list as a page of the format, with every key that any client requires. */
export const compatPage = (
  listing: Listing<unknown>,
  { page, size, unpaged }: CompatPage,
  sorted = false,
): JsonText<unknown> => {
  const { total, data } = listing;
  const content = Array.isArray(data) ? JSON.stringify(data) : data.json;
  const offset = page * size;
  const here = Math.max(0, Math.min(size, total - offset));
  const totalPages = size === 0 ? 1 : Math.ceil(total / size);
  const sort = { empty: !sorted, sorted, unsorted: !sorted };
  const rest = JSON.stringify({
    pageable: {
      pageNumber: page,
      pageSize: unpaged ? here : size,
      offset,
      paged: !unpaged,
      unpaged,
      sort,
    },
    sort,
    totalElements: total,
    totalPages,
    number: page,
    size: unpaged ? here : size,
    numberOfElements: here,
    first: page === 0,
    last: page >= totalPages - 1,
    empty: here === 0,
  });
  return jsonText(`{"content":${content},${rest.slice(1)}`);
};

/** One page of a short list that is known whole. */
export const pageOfArray = (
  items: readonly unknown[],
  page: CompatPage,
  sorted = false,
): JsonText<unknown> => {
  const start = page.page * page.size;
  const data = items.slice(start, start + page.size);
  return compatPage({ data, total: items.length }, page, sorted);
};
