import {
  dismissDuplicates,
  findDuplicates,
  listDuplicates,
  restoreDuplicates,
} from '../../../shared/api/duplicates.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { DuplicatesService } from './service.ts';

export const duplicatesRoutes = ({ duplicates }: { duplicates: DuplicatesService }): Route[] => [
  route(listDuplicates, ({ caller, query }) => duplicates.list(caller, query)),
  route(findDuplicates, () => duplicates.find()),
  route(dismissDuplicates, ({ params }) => duplicates.dismiss(params.id)),
  route(restoreDuplicates, ({ params }) => duplicates.restore(params.id)),
];
