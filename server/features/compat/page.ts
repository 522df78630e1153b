import { jsonText, type JsonText, type Listing } from '../../database/json.ts';
import type { CompatPage } from './query.ts';

/** A list that is asked for whole comes as a first page of at least this size, as Komga has it. */
const leastWhole = 20;

/** A list as a page of the format, with every key that any client requires. */
export const compatPage = (
  listing: Listing<unknown>,
  { page, size: wanted, unpaged }: CompatPage,
  sorted = false,
): JsonText<unknown> => {
  const { total, data } = listing;
  const content = Array.isArray(data) ? JSON.stringify(data) : data.json;
  const size = unpaged ? Math.min(Math.max(total, leastWhole), wanted) : wanted;
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

/** One page of a short list that is known whole, and sorted. */
export const pageOfArray = (items: readonly unknown[], page: CompatPage): JsonText<unknown> => {
  const start = page.page * page.size;
  const data = items.slice(start, start + page.size);
  return compatPage({ data, total: items.length }, page, true);
};
