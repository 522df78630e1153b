import { z } from 'zod';

import type { EditsService } from '../../edits/service.ts';
import type { BooksService } from '../../books/service.ts';
import type { SeriesService } from '../../series/service.ts';
import { accepted } from '../admin.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';
import { bookChangeOf, bookMetadataBody, seriesChangeOf, seriesMetadataBody } from './bodies.ts';

/** Maximum books of one request. */
const maxBooks = 1000;

/**
 * Changes metadata, with the locks and the undo of our own API, and reads files again. Octavo reads
 * metadata whenever it analyses a file, so both requests do the same.
 */
export const komgaMetadataRoutes = ({
  edits,
  series,
  books,
}: {
  edits: Pick<EditsService, 'updateSeries' | 'updateBook' | 'bookEditor'>;
  series: Pick<SeriesService, 'analyze'>;
  books: Pick<BooksService, 'analyze'>;
}): KomgaRoute[] => [
  komgaRoute(
    {
      method: 'PATCH',
      path: '/api/v1/series/:id/metadata',
      needs: ['series-write'],
      admin: true,
      body: seriesMetadataBody,
    },
    ({ caller, params: { id = '' }, body }) => {
      edits.updateSeries(caller, id, seriesChangeOf(body));
    },
  ),
  komgaRoute(
    {
      method: 'PATCH',
      path: '/api/v1/books/:id/metadata',
      needs: ['books-write'],
      admin: true,
      body: bookMetadataBody,
    },
    ({ caller, params: { id = '' }, body }) => {
      edits.updateBook(caller, id, bookChangeOf(body));
    },
  ),
  komgaRoute(
    {
      method: 'PATCH',
      path: '/api/v1/books/metadata',
      needs: ['books-write'],
      admin: true,
      body: z
        .record(z.string().max(64), bookMetadataBody)
        .refine((all) => Object.keys(all).length <= maxBooks, `Change at most ${maxBooks} books`),
    },
    ({ caller, body }) => {
      const changes = Object.entries(body).map(([id, change]) => {
        edits.bookEditor(id);
        return [id, bookChangeOf(change)] as const;
      });
      for (const [id, change] of changes) edits.updateBook(caller, id, change);
    },
  ),
  ...['analyze', 'metadata/refresh'].flatMap((what) => [
    komgaRoute(
      { method: 'POST', path: `/api/v1/series/:id/${what}`, needs: ['series-write'], admin: true },
      ({ params: { id = '' } }) => {
        series.analyze(id);
        return accepted;
      },
    ),
    komgaRoute(
      { method: 'POST', path: `/api/v1/books/:id/${what}`, needs: ['books-write'], admin: true },
      ({ params: { id = '' } }) => {
        books.analyze(id);
        return accepted;
      },
    ),
  ]),
];
