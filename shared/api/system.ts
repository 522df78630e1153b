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
      requests: count.describe('Since the start, without event streams'),
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
  description:
    'As JSON, or in the text format of Prometheus where `Accept` names text/plain. A restricted person gets the numbers of the libraries, series, books and tasks that they can see; users, database, process and requests are those of the server.',
  response: metricsSchema,
  text: 'text/plain',
});

export const startupSchema = z
  .object({
    port: z.int().describe('Where the server listens on this machine'),
    next_port: z.int().describe('Where it listens after a restart'),
    can_set_port: z.boolean(),
    port_fixed_by: z
      .string()
      .nullable()
      .describe(
        'The environment variable or option that sets the port, so that it cannot be set here',
      ),
    changed: z
      .array(z.string())
      .describe('Changed keys of the configuration, which apply after a restart'),
    problem: z
      .string()
      .nullable()
      .describe('Why the server could not start with the current configuration'),
    can_restart: z.boolean(),
  })
  .meta({ id: 'Startup' });
export type Startup = z.infer<typeof startupSchema>;

const admins = { access: ['system-admin'] as const, tag: 'Settings' };

export const getStartup = endpoint({
  ...admins,
  id: 'getStartup',
  method: 'GET',
  path: '/system/startup',
  summary: 'The active configuration, and what a restart would change',
  response: startupSchema,
});

export const setPort = endpoint({
  ...admins,
  id: 'setPort',
  method: 'PUT',
  path: '/system/port',
  summary: 'Sets the port for the next start',
  description:
    'Stored in `config.yaml`. 409 if an environment variable or option sets the port, or if it cannot be used; `details.free_port` is then a usable one, or null.',
  body: z.object({ port: z.int().min(1).max(65_535) }),
  response: startupSchema,
  errors: ['Conflict'],
});

export const restartServer = endpoint({
  ...admins,
  id: 'restartServer',
  method: 'POST',
  path: '/system/restart',
  summary: 'Restarts the server with the current configuration',
  description:
    'Scans and tasks continue afterwards. Requests to the old port are redirected for two minutes. If `restarting` is false, the server must be restarted manually.',
  response: z.object({
    restarting: z.boolean(),
    port: z.int().describe('Where it listens afterwards'),
  }),
  errors: ['Conflict'],
});
