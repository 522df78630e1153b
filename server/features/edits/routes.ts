import {
  bulkEditBooks,
  bulkEditSeries,
  getBookMetadata,
  getSeriesMetadata,
  listEdits,
  undoEdit,
  updateBook,
  updateSeries,
} from '../../../shared/api/edits.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { EditsService } from './service.ts';

export const editsRoutes = ({ edits }: { edits: EditsService }): Route[] => [
  route(getSeriesMetadata, ({ params }) => edits.seriesEditor(params.id)),
  route(updateSeries, ({ caller, params, body }) => edits.updateSeries(caller, params.id, body)),
  route(bulkEditSeries, ({ caller, body }) => edits.bulkSeries(caller, body)),
  route(getBookMetadata, ({ params }) => edits.bookEditor(params.id)),
  route(updateBook, ({ caller, params, body }) => edits.updateBook(caller, params.id, body)),
  route(bulkEditBooks, ({ caller, body }) => edits.bulkBooks(caller, body)),
  route(listEdits, ({ query }) => edits.list(query)),
  route(undoEdit, ({ params }) => edits.undo(params.id)),
];
