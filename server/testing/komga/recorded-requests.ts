import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A recorded request of Komelia's client library, with each id replaced by `{id}`. */
export interface RecordedRequest {
  /** `GET /api/v1/books/{id}?page=0` */
  request: string;
  accept: string;
  body?: unknown;
  /** Komga's status for an admin. */
  komga: number;
}

const recorded = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../../shared/fixtures/clients/komelia.json'),
    'utf8',
  ),
) as RecordedRequest[];

/**
 * Requests that Octavo answers differently, with the reason; the first matching pattern applies.
 * All others read, search, sign in or mark, and get Komga's status.
 */
const otherwise: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^GET \/api\/v1\/announcements/,
    reason: 'Komga could not reach its web site; Octavo has no announcements and answers 200',
  },
  {
    pattern: /^(GET|POST) \/api\/v2\/users(\?|$)|^GET \/api\/v2\/users\/authentication-activity/,
    reason: 'lists and makes people',
  },
  { pattern: /^(GET|PATCH) \/api\/v1\/settings/, reason: 'settings of the server' },
  { pattern: /^PUT \/api\/v1\/announcements/, reason: 'marks announcements as read' },
  { pattern: /^POST \/api\/v1\/filesystem/, reason: 'folders of the server' },
  { pattern: /^DELETE \/api\/v1\/tasks/, reason: 'empties the queue' },
  { pattern: /\/(analyze|metadata\/refresh|scan|empty-trash)(\?|$)/, reason: 'starts a scan' },
  { pattern: /^PATCH \/api\/v1\/(series|books)\/\{id\}\/metadata/, reason: 'edits metadata' },
  { pattern: /^(POST|PUT|DELETE) .*\/thumbnails/, reason: 'changes covers' },
  {
    pattern: /^GET \/api\/v1\/(collections|readlists)\/\{id\}\/thumbnails\/\{id\}/,
    reason: 'a cover that the request before it uploaded',
  },
  { pattern: /^(POST|PATCH|DELETE) \/api\/v1\/(collections|readlists)/, reason: 'edits lists' },
  { pattern: /^(POST|PATCH|DELETE) \/api\/v1\/libraries/, reason: 'edits libraries' },
];

const reasonOf = ({ request }: RecordedRequest): string | null =>
  otherwise.find(({ pattern }) => pattern.test(request))?.reason ?? null;

const isSearch = ({ request }: RecordedRequest): boolean => /\/list(\?|$)/.test(request);

/** Requests with Komga's status, in recorded order. */
export const replayed = recorded.filter(
  (request) => isSearch(request) || reasonOf(request) === null,
);

/** The other requests, each with the reason. */
export const leftOut = recorded
  .filter((request) => !replayed.includes(request))
  .map((request) => ({ request: request.request, reason: reasonOf(request) }));

/** Test name: the request with its body. */
export const titleOf = ({ request, body }: RecordedRequest): string =>
  body === undefined ? request : `${request} ${JSON.stringify(body)}`;
