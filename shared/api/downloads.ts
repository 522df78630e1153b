import { endpoint } from '../endpoint.ts';
import { byId } from '../schemas.ts';

// Apart from the other endpoints of series and lists, because the first page needs those.

export const getSeriesFile = endpoint({
  id: 'getSeriesFile',
  method: 'GET',
  path: '/series/{id}/file',
  access: ['series-read', 'books-read', 'books-download'],
  tag: 'Series',
  summary: 'Downloads the books of a series as one ZIP',
  description:
    'The unchanged files, stored without compression, with Content-Length. At most four such downloads at a time.',
  params: byId,
  produces: ['application/zip'],
  errors: ['NotFound', 'UnprocessableContent', 'TooManyRequests'],
});

export const getReadListFile = endpoint({
  id: 'getReadListFile',
  method: 'GET',
  path: '/read-lists/{id}/file',
  access: ['read-lists-read', 'books-read', 'books-download'],
  tag: 'Read lists',
  summary: 'Downloads the books of a read list as one ZIP, numbered in its order',
  description:
    'The unchanged files, stored without compression, with Content-Length. At most four such downloads at a time.',
  params: byId,
  produces: ['application/zip'],
  errors: ['NotFound', 'UnprocessableContent', 'TooManyRequests'],
});
