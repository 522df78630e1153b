import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { uuid } from '../schemas.ts';

export const healthSchema = z
  .object({
    status: z.enum(['ok', 'error']),
    version: z.string(),
    uptime_seconds: z.number(),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof healthSchema>;

export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  tag: 'Health',
  summary: 'Health check; 503 when the database does not answer',
  response: healthSchema,
  alsoStatus: [503],
});

const count = z.int().min(0);

export const metricsSchema = z
  .object({
    library_count: count,
    series_count: count,
    book_count: count,
    page_count: count,
    user_count: count,
    total_file_size: count.describe('Bytes'),
    database_size: count.describe('Bytes'),
    libraries: z.array(
      z.object({
        id: uuid,
        name: z.string(),
        series_count: count,
        book_count: count,
        file_size: count,
      }),
    ),
    tasks: z.object({
      pending: count,
      running: count,
      completed: count,
      failed: count,
      cancelled: count,
      total: count,
    }),
    process: z.object({
      rss_bytes: count,
      cpu_seconds: z.number(),
      uptime_seconds: z.number(),
    }),
    http: z.object({
      requests: count.describe('Since the start, event streams left out'),
      p50_ms: z.number().nullable().describe('Of the latest 2048 requests'),
      p99_ms: z.number().nullable(),
    }),
  })
  .meta({ id: 'Metrics' });
export type Metrics = z.infer<typeof metricsSchema>;

export const getMetrics = endpoint({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  access: ['system-health'],
  tag: 'Health',
  summary: 'Server metrics',
  description: 'As JSON, or in the text format of Prometheus where `Accept` names text/plain.',
  response: metricsSchema,
  text: 'text/plain',
});
