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
import {
  answerPlaceQuestion,
  listPlaceQuestions,
  listReadingPlaces,
  restoreReadingPlace,
} from '../../../shared/api/reading-places.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { BooksService } from '../books/service.ts';
import type { DevicesService } from '../devices/service.ts';
import type { ProgressService } from './types.ts';

interface ProgressRoutesOptions {
  progress: ProgressService;
  books: Pick<BooksService, 'inProgress'>;
  devices: Pick<DevicesService, 'readingOn'>;
}

export const progressRoutes = ({ progress, books, devices }: ProgressRoutesOptions): Route[] => [
  route(getProgress, ({ caller, params }) => progress.get(caller, params.id)),
  route(updateProgress, ({ caller, params, body, headers }) =>
    progress.update(
      caller,
      params.id,
      { ...body, device: devices.readingOn(caller, headers['user-agent']) },
      headers['if-unmodified-since'],
    ),
  ),
  route(deleteProgress, ({ caller, params }) => progress.clear(caller, params.id)),
  route(listProgress, ({ caller, query }) => progress.list(caller, query)),
  route(listCurrentlyReading, ({ caller, query }) => books.inProgress(caller, query)),
  route(markBookRead, ({ caller, params, headers }) =>
    progress.markRead(caller, params.id, devices.readingOn(caller, headers['user-agent'])),
  ),
  route(markBookUnread, ({ caller, params }) => progress.clear(caller, params.id)),
  route(markMany, ({ caller, body }) => progress.markMany(caller, body)),
  route(listReadingPlaces, ({ caller, params, query }) =>
    progress.places(caller, params.id, query),
  ),
  route(restoreReadingPlace, ({ caller, params, headers }) =>
    progress.restorePlace(
      caller,
      params.id,
      params.place_id,
      devices.readingOn(caller, headers['user-agent']),
    ),
  ),
  route(listPlaceQuestions, ({ caller, query }) => progress.questions(caller, query)),
  route(answerPlaceQuestion, ({ caller, params, body, headers }) =>
    progress.answerQuestion(
      caller,
      params.id,
      body.place,
      devices.readingOn(caller, headers['user-agent']),
    ),
  ),
  route(undoMarks, ({ caller, params }) => progress.undoMarks(caller, params.id)),
];
