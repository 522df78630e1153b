import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, uuid } from '../schemas.ts';

/** Maximum series that a person can follow. */
export const maxFollowed = 5000;

const tag = 'Notifications';

export const listFollowedIds = endpoint({
  id: 'listFollowedIds',
  method: 'GET',
  path: '/followed-series/ids',
  access: ['progress-read'],
  tag,
  summary: 'The ids of all series that the caller follows',
  description: `At most ${maxFollowed}, in the order in which they were followed.`,
  response: z.object({ ids: z.array(uuid) }),
});

export const followSeries = endpoint({
  id: 'followSeries',
  method: 'PUT',
  path: '/series/{id}/follow',
  access: ['progress-write'],
  tag,
  summary: 'Follows a series',
  description:
    'The caller is notified about its new books and releases. Octavo looks for releases of followed series as of tracked ones.',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});

export const unfollowSeries = endpoint({
  id: 'unfollowSeries',
  method: 'DELETE',
  path: '/series/{id}/follow',
  access: ['progress-write'],
  tag,
  summary: 'Stops following a series',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

/** All endpoints of this file. */
export const followedSeriesEndpoints = [listFollowedIds, followSeries, unfollowSeries] as const;
