import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { entityEvents, liveEvents } from '../events.ts';
import { timestamp } from '../schemas.ts';

export const streamEvents = endpoint({
  id: 'streamEvents',
  method: 'GET',
  path: '/events/stream',
  access: 'signed-in',
  tag: 'Events',
  summary:
    'Server-Sent Events of changes to books, series, libraries, lists, covers, releases and the caller’s progress',
  description:
    'Contains only what the caller can read. Last-Event-ID replays up to the last 1,000 events.',
  stream: entityEvents,
});

export const streamLive = endpoint({
  id: 'streamLive',
  method: 'GET',
  path: '/events/live',
  access: 'signed-in',
  tag: 'Events',
  summary: 'Server-Sent Events of all other streams over one connection',
  description:
    'The events of `/events/stream`, `/scans/stream` and `/tasks/stream`, and the numbers of waiting and running tasks, as far as the caller can read each. A browser limits the connections to a server; this needs only one.',
  query: z.object({
    since: timestamp
      .optional()
      .describe('Replays what came after this time, up to the last 1,000 events'),
  }),
  stream: liveEvents,
});
