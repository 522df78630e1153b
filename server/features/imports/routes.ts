import {
  connectImport,
  createImport,
  deleteImport,
  getImport,
  inviteImported,
  listImportLines,
  listImports,
  runImport,
  undoImport,
  updateImportLine,
  uploadImport,
} from '../../../shared/api/imports.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { ImportsService } from './service.ts';

export const importsRoutes = ({ imports }: { imports: ImportsService }): Route[] => [
  route(listImports, ({ query }) => imports.list(query)),
  route(createImport, ({ caller, body }) => imports.create(caller, body)),
  route(connectImport, ({ caller, body }) => imports.connect(caller, body)),
  route(uploadImport, ({ caller, query, body }) => imports.upload(caller, query, body)),
  route(getImport, ({ params }) => imports.get(params.id)),
  route(deleteImport, ({ params }) => imports.remove(params.id)),
  route(listImportLines, ({ params, query }) => imports.lines(params.id, query)),
  route(updateImportLine, ({ params, body }) => imports.updateLine(params.id, params.line, body)),
  route(runImport, ({ params, body }) => imports.run(params.id, body)),
  route(undoImport, ({ params }) => imports.undo(params.id)),
  route(inviteImported, ({ params, mailUrl }) => imports.invite(params.id, mailUrl)),
];
