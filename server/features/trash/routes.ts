import { emptyTrash, listTrash, removeFromTrash } from '../../../shared/api/trash.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { TrashService } from './service.ts';

export const trashRoutes = ({ trash }: { trash: TrashService }): Route[] => [
  route(listTrash, ({ caller, query }) => trash.list(caller, query)),
  route(emptyTrash, ({ query }) => trash.empty(query.library_id)),
  route(removeFromTrash, ({ params }) => trash.remove(params.id)),
];
