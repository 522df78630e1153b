import { endpoint } from '../endpoint.ts';
import { entityEvents } from '../events.ts';

export const streamEvents = endpoint({
  id: 'streamEvents',
  method: 'GET',
  path: '/events/stream',
  access: 'signed-in',
  tag: 'Events',
  summary:
    'Server-Sent Events of changes to books, series, libraries, covers, releases and one’s own progress',
  description:
    'Carries only what the caller may read. Last-Event-ID replays what the last 1,000 events hold.',
  stream: entityEvents,
});
