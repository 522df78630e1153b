import { z } from 'zod';

import { endpoint } from '../endpoint.ts';

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
});
