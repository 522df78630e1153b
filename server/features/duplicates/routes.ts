import {
  dismissDuplicates,
  findDuplicates,
  hideCopy,
  listDuplicates,
  listSameNameSeries,
  listSetAsideCopies,
  moveCopyToBin,
  restoreCopy,
  restoreDuplicates,
} from '../../../shared/api/duplicates.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { CopiesService } from './copies-service.ts';
import type { DuplicatesService } from './service.ts';

export const duplicatesRoutes = ({
  duplicates,
  setAsideCopies: copies,
}: {
  duplicates: DuplicatesService;
  setAsideCopies: CopiesService;
}): Route[] => [
  route(listDuplicates, ({ caller, query }) => duplicates.list(caller, query)),
  route(listSameNameSeries, ({ query }) => duplicates.sameNames(query)),
  route(findDuplicates, () => duplicates.find()),
  route(dismissDuplicates, ({ params }) => duplicates.dismiss(params.id)),
  route(restoreDuplicates, ({ params }) => duplicates.restore(params.id)),
  route(listSetAsideCopies, ({ query }) => copies.list(query)),
  route(hideCopy, ({ params }) => copies.hide(params.id)),
  route(moveCopyToBin, ({ params }) => copies.moveToBin(params.id)),
  route(restoreCopy, ({ params }) => copies.restore(params.id)),
];
