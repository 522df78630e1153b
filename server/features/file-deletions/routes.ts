import {
  createFileDeletion,
  listDeletedBooks,
  listFileDeletions,
  undoFileDeletion,
} from '../../../shared/api/file-deletions.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { FileDeletionsService } from './service.ts';

export const fileDeletionsRoutes = ({
  fileDeletions,
}: {
  fileDeletions: FileDeletionsService;
}): Route[] => [
  route(createFileDeletion, ({ caller, body }) => fileDeletions.delete(caller, body)),
  route(listFileDeletions, ({ query }) => fileDeletions.list(query)),
  route(listDeletedBooks, ({ params, query }) => fileDeletions.books(params.id, query)),
  route(undoFileDeletion, ({ params, body }) => fileDeletions.undo(params.id, body.book_ids)),
];
