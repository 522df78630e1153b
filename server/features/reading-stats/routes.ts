import {
  deleteReadingGoal,
  getReadingGoals,
  setReadingGoal,
} from '../../../shared/api/reading-goals.ts';
import { getReadingStats } from '../../../shared/api/reading-stats.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { GoalsService } from './goals-service.ts';
import type { ReadingStatsService } from './service.ts';

interface ReadingStatsRoutesOptions {
  readingStats: ReadingStatsService;
  readingGoals: GoalsService;
}

export const readingStatsRoutes = ({
  readingStats,
  readingGoals,
}: ReadingStatsRoutesOptions): Route[] => [
  route(getReadingStats, ({ caller, query }) => readingStats.of(caller, query)),
  route(getReadingGoals, ({ caller, params, query }) =>
    readingGoals.of(caller, params.year, query.tz),
  ),
  route(setReadingGoal, ({ caller, params, body }) =>
    readingGoals.set(caller, params.year, params.kind, body.target),
  ),
  route(deleteReadingGoal, ({ caller, params }) =>
    readingGoals.remove(caller, params.year, params.kind),
  ),
];
