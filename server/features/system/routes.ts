import {
  getHealth,
  getMetrics,
  getStartup,
  restartServer,
  setPort,
  type Health,
  type Metrics,
} from '../../../shared/api/system.ts';
import { acceptsExactly } from '../../http/api/accept.ts';
import { Reply, route, TextReply, type Route } from '../../http/api/route.ts';
import type { StartupService } from './startup.ts';

export const systemRoutes = ({
  version,
  startedAt,
  databaseAnswers,
  metrics,
  prometheusText,
  startup,
}: {
  version: string;
  startedAt: number;
  databaseAnswers: () => boolean;
  metrics: () => Promise<Metrics>;
  prometheusText: (metrics: Metrics) => Promise<string>;
  startup: StartupService;
}): Route[] => [
  route(getHealth, () => {
    const answers = databaseAnswers();
    const health: Health = {
      status: answers ? 'ok' : 'error',
      version,
      uptime_seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    };
    return new Reply(health, {}, answers ? 200 : 503);
  }),
  route(getMetrics, async ({ headers }) =>
    acceptsExactly(headers.accept, 'text/plain')
      ? new TextReply(
          await prometheusText(await metrics()),
          'text/plain; version=0.0.4; charset=utf-8',
        )
      : metrics(),
  ),
  route(getStartup, () => startup.state()),
  route(setPort, ({ body }) => startup.setPort(body.port)),
  route(restartServer, () => startup.restart()),
];
