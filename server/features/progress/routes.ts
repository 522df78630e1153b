import {
  deleteProgress,
  getProgress,
  listCurrentlyReading,
  listProgress,
  markBookRead,
  markBookUnread,
  updateProgress,
} from '../../../shared/api/progress.ts';
import { markMany, undoMarks } from '../../../shared/api/progress-marks.ts';
import { route, type Route } from '../../http/route.ts';
import type { BooksService } from '../books/service.ts';
import type { ProgressService } from './service.ts';

interface ProgressRoutesOptions {
  progress: ProgressService;
  books: Pick<BooksService, 'inProgress'>;
}

export const progressRoutes = ({ progress, books }: ProgressRoutesOptions): Route[] => [
  route(getProgress, ({ caller, params }) => progress.get(caller, params.id)),
  route(updateProgress, ({ caller, params, body, headers }) =>
    progress.update(caller, params.id, body, headers['if-unmodified-since']),
  ),
  route(deleteProgress, ({ caller, params }) => progress.clear(caller, params.id)),
  route(listProgress, ({ caller, query }) => progress.list(caller, query)),
  route(listCurrentlyReading, ({ caller, query }) => books.inProgress(caller, query)),
  route(markBookRead, ({ caller, params }) => progress.markRead(caller, params.id)),
  route(markBookUnread, ({ caller, params }) => progress.clear(caller, params.id)),
  route(markMany, ({ caller, body }) => progress.markMany(caller, body)),
  route(undoMarks, ({ caller, params }) => progress.undoMarks(caller, params.id)),
];
