import type { Metrics } from '../../../shared/api/system.ts';
import type { TaskStats } from '../../../shared/api/tasks.ts';
import type { RequestMeter } from '../../http/api/request-meter.ts';
import type { SystemStore } from './store.ts';

/** Returns the current metrics. */
export const createMetrics =
  ({
    store,
    taskStats,
    meter,
    startedAt,
  }: {
    store: SystemStore;
    taskStats: () => TaskStats;
    meter: Pick<RequestMeter, 'snapshot'>;
    /** By `performance.now()`. */
    startedAt: number;
  }) =>
  async (): Promise<Metrics> => {
    const { pending, running, completed, failed, cancelled, total } = taskStats();
    const { user, system } = process.cpuUsage();
    return {
      ...store.counts(),
      database_size: await store.databaseSize(),
      libraries: store.libraries(),
      tasks: { pending, running, completed, failed, cancelled, total },
      process: {
        rss_bytes: process.memoryUsage.rss(),
        cpu_seconds: (user + system) / 1e6,
        uptime_seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      },
      http: meter.snapshot(),
    };
  };
