import { reprocessBooks, resetEdits } from '../../../shared/api/reprocess.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { ReprocessService } from './service.ts';

export const reprocessRoutes = ({ reprocess }: { reprocess: ReprocessService }): Route[] => [
  route(reprocessBooks, ({ body }) => reprocess.start(body)),
  route(resetEdits, ({ caller, body }) => reprocess.resetEdits(caller, body)),
];
