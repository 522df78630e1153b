import { endpoint } from '../endpoint.ts';
import { entityEvents, liveEvents } from '../events.ts';

export const streamEvents = endpoint({
  id: 'streamEvents',
  method: 'GET',
  path: '/events/stream',
  access: 'signed-in',
  tag: 'Events',
  summary:
    'Server-Sent Events of changes to books, series, libraries, lists, covers, releases and one’s own progress',
  description:
    'Carries only what the caller may read. Last-Event-ID replays what the last 1,000 events hold.',
  stream: entityEvents,
});

export const streamLive = endpoint({
  id: 'streamLive',
  method: 'GET',
  path: '/events/live',
  access: 'signed-in',
  tag: 'Events',
  summary: 'Server-Sent Events of everything that the other streams tell, over one connection',
  description:
    'The events of `/events/stream`, `/scans/stream` and `/tasks/stream`, and how many tasks wait and run, as far as the caller may read each. A browser has few connections for one server; this takes one.',
  stream: liveEvents,
});
