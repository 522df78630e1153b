import {
  applyMetadataWrite,
  deleteMetadataWrite,
  getMetadataWrite,
  listMetadataWriteFiles,
  listMetadataWrites,
  type MetadataWrite,
  type MetadataWriteFile,
  planMetadataWrite,
  undoMetadataWrite,
} from '../../../shared/api/metadata-writes.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { FilePlansService } from '../file-plans/service.ts';
import type { MetadataWriteBody } from './metadata-write-plans.ts';

export const metadataWritesRoutes = ({
  metadataWrites,
}: {
  metadataWrites: FilePlansService<MetadataWrite, MetadataWriteFile, MetadataWriteBody>;
}): Route[] => [
  route(planMetadataWrite, ({ caller, params, body }) =>
    metadataWrites.plan(caller, params.id, body),
  ),
  route(listMetadataWrites, ({ query }) => metadataWrites.list(query)),
  route(getMetadataWrite, ({ params }) => metadataWrites.get(params.id)),
  route(listMetadataWriteFiles, ({ params, query }) => metadataWrites.files(params.id, query)),
  route(applyMetadataWrite, ({ params }) => metadataWrites.apply(params.id)),
  route(undoMetadataWrite, ({ params, body }) => metadataWrites.undo(params.id, body.file_ids)),
  route(deleteMetadataWrite, ({ params }) => metadataWrites.remove(params.id)),
];
