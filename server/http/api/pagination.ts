import type { PageRequest } from '../../../shared/schemas.ts';
import type { ListPage } from '../../database/json.ts';

/**
 * The paginated envelope as JSON text. Links are relative paths that preserve all other query
 * parameters; a legacy `page_size` becomes `pageSize`.
 */
export const paginatedJson = (
  requestUrl: string,
  { page, pageSize }: Pick<PageRequest, 'page' | 'pageSize'>,
  { data, total }: ListPage<unknown>,
): string => {
  const totalPages = Math.ceil(total / pageSize);
  const link = pageLink(requestUrl, pageSize);
  const rest = {
    page,
    pageSize,
    total,
    totalPages,
    links: {
      self: link(page),
      first: link(1),
      last: link(Math.max(1, totalPages)),
      prev: page > 1 ? link(Math.min(page - 1, Math.max(1, totalPages))) : null,
      next: page < totalPages ? link(page + 1) : null,
    },
  };
  const items = Array.isArray(data) ? JSON.stringify(data) : data.json;
  return `{"data":${items},${JSON.stringify(rest).slice(1)}`;
};

const pageLink = (requestUrl: string, pageSize: number) => {
  const [path = '', query = ''] = requestUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete('page_size');
  return (page: number): string => {
    parameters.set('page', String(page));
    parameters.set('pageSize', String(pageSize));
    return `${path}?${parameters.toString()}`;
  };
};
