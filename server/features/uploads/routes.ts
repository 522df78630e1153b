import {
  cancelUpload,
  createUpload,
  finishUpload,
  getUpload,
  sendUploadPart,
} from '../../../shared/api/uploads.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { UploadsService } from './service.ts';

export const uploadsRoutes = ({ uploads }: { uploads: UploadsService }): Route[] => [
  route(createUpload, async ({ caller, params, body }) => {
    const upload = await uploads.create(caller, params.id, body);
    return new Reply(upload, { Location: `/api/v1/uploads/${upload.id}` });
  }),
  route(getUpload, ({ caller, params }) => uploads.get(caller, params.id)),
  route(sendUploadPart, ({ caller, params, body }) =>
    uploads.part(caller, params.id, params.offset, body),
  ),
  route(finishUpload, ({ caller, params, body }) => uploads.finish(caller, params.id, body.name)),
  route(cancelUpload, ({ caller, params }) => uploads.cancel(caller, params.id)),
];
