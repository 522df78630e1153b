import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, listQuery, timestamp, uuid } from '../schemas.ts';
import { startedTaskSchema } from './task-record.ts';

export const releaseSourceSchema = z
  .object({
    id: uuid,
    display_name: z.string(),
    source_tag: z.string().describe('Prefix of the ids of its releases'),
    url: z
      .string()
      .describe(
        'Address of an RSS or Atom feed; only its server for callers without plugins-manage',
      ),
    enabled: z.boolean(),
    cron_schedule: z.string().nullable().describe('Schedule of polling; null: only on request'),
    language: z.string().nullable().describe('Language of releases that name none'),
    last_polled_at: timestamp.nullable(),
    last_error: z.string().nullable().describe('Why the last poll failed'),
    etag: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ReleaseSource' });
export type ReleaseSource = z.infer<typeof releaseSourceSchema>;

const fields = z.object({
  display_name: line(255),
  source_tag: z
    .string()
    .max(64)
    .regex(/^[a-z0-9][a-z0-9._-]*$/),
  url: z.url({ protocol: /^https?$/ }).max(4096),
  enabled: z.boolean(),
  cron_schedule: z.string().max(255).nullable(),
  language: z.string().min(2).max(35).nullable(),
});

export const createReleaseSourceBody = fields
  .partial()
  .required({ display_name: true, source_tag: true, url: true });
export const updateReleaseSourceBody = fields.partial();
export type CreateReleaseSource = z.output<typeof createReleaseSourceBody>;
export type UpdateReleaseSource = z.output<typeof updateReleaseSourceBody>;

const tag = 'Release sources';

export const listReleaseSources = endpoint({
  id: 'listReleaseSources',
  method: 'GET',
  path: '/release-sources',
  access: ['series-read'],
  tag,
  summary: 'Lists the feeds that announce releases',
  query: listQuery(['display_name', 'created_at', 'last_polled_at'], 'display_name,asc'),
  list: releaseSourceSchema,
});

export const createReleaseSource = endpoint({
  id: 'createReleaseSource',
  method: 'POST',
  path: '/release-sources',
  access: ['plugins-manage'],
  tag,
  summary: 'Adds a feed',
  body: createReleaseSourceBody,
  response: releaseSourceSchema,
  status: 201,
  errors: ['Conflict'],
});

export const getReleaseSource = endpoint({
  id: 'getReleaseSource',
  method: 'GET',
  path: '/release-sources/{id}',
  access: ['series-read'],
  tag,
  summary: 'Feed details',
  params: byId,
  response: releaseSourceSchema,
  errors: ['NotFound'],
});

export const updateReleaseSource = endpoint({
  id: 'updateReleaseSource',
  method: 'PUT',
  path: '/release-sources/{id}',
  access: ['plugins-manage'],
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: updateReleaseSourceBody,
  response: releaseSourceSchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteReleaseSource = endpoint({
  id: 'deleteReleaseSource',
  method: 'DELETE',
  path: '/release-sources/{id}',
  access: ['plugins-manage'],
  tag,
  summary: 'Removes a feed and its releases',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const pollReleaseSource = endpoint({
  id: 'pollReleaseSource',
  method: 'POST',
  path: '/release-sources/{id}/poll',
  access: ['plugins-manage'],
  tag,
  summary: 'Polls a feed now',
  params: byId,
  response: startedTaskSchema,
  errors: ['NotFound'],
});
