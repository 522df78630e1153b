import {
  createAnnotation,
  deleteAnnotation,
  exportAnnotations,
  getAnnotation,
  listAnnotations,
  listSharedAnnotations,
  updateAnnotation,
} from '../../../shared/api/annotations.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { AnnotationsService } from './service.ts';

export const annotationsRoutes = ({
  annotations,
}: {
  annotations: AnnotationsService;
}): Route[] => [
  route(listAnnotations, ({ caller, query }) => annotations.list(caller, query)),
  route(exportAnnotations, ({ caller, query }) =>
    annotations.export(caller, query.format, query.book_id),
  ),
  route(listSharedAnnotations, ({ caller, params, query }) =>
    annotations.shared(caller, params.id, query),
  ),
  route(createAnnotation, ({ caller, params, body }) => {
    const made = annotations.create(caller, params.id, body);
    return new Reply(made, { Location: `/api/v1/annotations/${made.id}` });
  }),
  route(getAnnotation, ({ caller, params }) => annotations.get(caller, params.id)),
  route(updateAnnotation, ({ caller, params, body }) =>
    annotations.update(caller, params.id, body),
  ),
  route(deleteAnnotation, ({ caller, params }) => annotations.remove(caller, params.id)),
];
