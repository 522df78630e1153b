import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, listQuery, uuid } from '../schemas.ts';
import { releaseDetails, releaseSchema, releaseStates } from './release-record.ts';

const tag = 'Releases';

const state = z.enum(releaseStates);
const filters = {
  state: state.optional().describe('Only releases in this state'),
  sourceId: uuid.optional(),
  language: z.string().max(35).optional().describe('Only releases in this language, such as en'),
};
const library = { libraryId: uuid.optional().describe('Only releases of series of this library') };
const sortFields = ['observedAt', 'createdAt', 'releasedAt', 'confidence'] as const;

export const listReleases = endpoint({
  id: 'listReleases',
  method: 'GET',
  path: '/releases',
  access: ['series-read'],
  tag,
  summary: 'Lists the release ledger',
  query: listQuery(sortFields, 'observedAt,desc', {
    seriesId: uuid.optional(),
    seriesTitle: line(200).optional().describe('Part of the name of the series, ignoring case'),
    ...library,
    ...filters,
  }),
  list: releaseSchema,
});

export const listReleasesOfSeries = endpoint({
  id: 'listReleasesOfSeries',
  method: 'GET',
  path: '/series/{id}/releases',
  access: ['series-read'],
  tag,
  summary: 'Lists the releases of a series',
  params: byId,
  query: listQuery(sortFields, 'observedAt,desc', filters),
  list: releaseSchema,
  errors: ['NotFound'],
});

const inOrder = (spans: readonly { start: number; end: number }[] | null | undefined) =>
  spans?.every(({ start, end }) => start <= end) ?? true;

export const recordReleaseBody = z
  .object({ seriesId: uuid, sourceId: uuid, ...releaseDetails })
  .partial()
  .required({ seriesId: true, sourceId: true, externalReleaseId: true, payloadUrl: true })
  .refine(({ mediaUrl, mediaUrlKind }) => (mediaUrl ?? null) === null || mediaUrlKind, {
    message: 'mediaUrl needs its mediaUrlKind',
    path: ['mediaUrlKind'],
  })
  .refine(({ mediaUrl, mediaUrlKind }) => (mediaUrlKind ?? null) === null || mediaUrl, {
    message: 'mediaUrlKind needs its mediaUrl',
    path: ['mediaUrl'],
  })
  .refine(({ chapters }) => inOrder(chapters), {
    message: 'A span starts before it ends',
    path: ['chapters'],
  })
  .refine(({ volumes }) => inOrder(volumes), {
    message: 'A span starts before it ends',
    path: ['volumes'],
  });
export type RecordRelease = z.output<typeof recordReleaseBody>;

export const recordRelease = endpoint({
  id: 'recordRelease',
  method: 'POST',
  path: '/releases',
  access: ['plugins-manage'],
  tag,
  summary: 'Records a release',
  description: '200 with the stored entry if sourceId and externalReleaseId are already known.',
  body: recordReleaseBody,
  response: releaseSchema,
  status: 201,
  alsoStatus: [200],
  errors: ['NotFound'],
});

export const changeReleases = endpoint({
  id: 'changeReleases',
  method: 'POST',
  path: '/releases/bulk',
  access: ['series-write'],
  tag,
  summary: 'Changes the state of several releases',
  description: 'All or nothing; returns how many were changed.',
  body: z.object({ ids: z.array(uuid).min(1).max(500), state }),
  response: z.object({ count: z.int() }),
  errors: ['NotFound', 'Conflict'],
});

export const changeRelease = endpoint({
  id: 'changeRelease',
  method: 'PATCH',
  path: '/releases/{id}',
  access: ['series-write'],
  tag,
  summary: 'Changes the state of a release',
  description:
    'announced becomes dismissed, marked_acquired or hidden, and each of these announced again.',
  params: byId,
  body: z.object({ state }),
  response: releaseSchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteRelease = endpoint({
  id: 'deleteRelease',
  method: 'DELETE',
  path: '/releases/{id}',
  access: ['plugins-manage'],
  tag,
  summary: 'Removes a release from the ledger',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const trackingSchema = z
  .object({
    series_id: uuid,
    tracked: z.boolean(),
    aliases: z.array(z.string()).describe('Other titles under which releases appear'),
    languages: z.array(z.string()).describe('Languages of wanted releases; empty: all'),
    latest_chapter: z.number().nullable().describe('The highest in a release'),
    latest_volume: z.number().nullable().describe('The highest in a release'),
  })
  .meta({ id: 'SeriesTracking' });
export type SeriesTracking = z.infer<typeof trackingSchema>;

export const updateTrackingBody = z
  .object({
    tracked: z.boolean(),
    aliases: z.array(line(255)).max(100),
    languages: z.array(z.string().trim().min(2).max(35)).max(50),
  })
  .partial();
export type UpdateTracking = z.output<typeof updateTrackingBody>;

export const getTracking = endpoint({
  id: 'getTracking',
  method: 'GET',
  path: '/series/{id}/tracking',
  access: ['series-read'],
  tag,
  summary: 'Whether releases of a series are looked for',
  params: byId,
  response: trackingSchema,
  errors: ['NotFound'],
});

export const updateTracking = endpoint({
  id: 'updateTracking',
  method: 'PUT',
  path: '/series/{id}/tracking',
  access: ['series-write'],
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: updateTrackingBody,
  response: trackingSchema,
  errors: ['NotFound'],
});
