import { getReadingStats } from '../../../shared/api/reading-stats.ts';
import { route, type Route } from '../../http/api/route.ts';
import type { ReadingStatsService } from './service.ts';

export const readingStatsRoutes = ({
  readingStats,
}: {
  readingStats: ReadingStatsService;
}): Route[] => [route(getReadingStats, ({ caller, query }) => readingStats.of(caller, query))];
