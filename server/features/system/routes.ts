import { getHealth, type Health } from '../../../shared/api/system.ts';
import { Reply, route, type Route } from '../../http/route.ts';

export const systemRoutes = ({
  version,
  startedAt,
  databaseAnswers,
}: {
  version: string;
  startedAt: number;
  databaseAnswers: () => boolean;
}): Route[] => [
  route(getHealth, () => {
    const answers = databaseAnswers();
    const health: Health = {
      status: answers ? 'ok' : 'error',
      version,
      uptime_seconds: Math.round((Date.now() - startedAt) / 100) / 10,
    };
    return new Reply(health, {}, answers ? 200 : 503);
  }),
];
