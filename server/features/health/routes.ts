import {
  getHealthCounts,
  ignoreHealthIssues,
  listHealthIssues,
  listUnsupportedFiles,
  retryHealthIssues,
} from '../../../shared/api/health.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { HealthService } from './service.ts';

export const healthRoutes = ({ health }: { health: HealthService }): Route[] => [
  route(getHealthCounts, () => health.counts()),
  route(listHealthIssues, ({ query }) => health.list(query)),
  route(listUnsupportedFiles, ({ query }) => health.unsupportedFiles(query)),
  route(ignoreHealthIssues, ({ body }) => health.ignore(body)),
  route(retryHealthIssues, ({ body }) => health.retry(body.book_ids)),
];
