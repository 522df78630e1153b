import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A recorded request of Komelia's client library, with each id replaced by `{id}`. */
export interface RecordedRequest {
  /** `GET /api/v1/books/{id}?page=0` */
  request: string;
  accept: string;
  body?: unknown;
  /** Komga's status, for what only admins can do that of an admin. */
  komga: number;
}

const recorded = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../../shared/fixtures/clients/komelia.json'),
    'utf8',
  ),
) as RecordedRequest[];

/** Requests that get another status from Octavo, with the reason. */
export const differing: readonly { request: string; octavo: number; reason: string }[] = [
  {
    request: 'GET /api/v1/announcements',
    octavo: 200,
    reason: 'Komga could not reach its web site; Octavo has no announcements',
  },
];

/** The status that Octavo gives a caller with all the permissions. */
export const statusOf = ({ request, komga }: RecordedRequest): number =>
  differing.find((other) => other.request === request)?.octavo ?? komga;

/** Requests that only admins can make in Komga: it answers 403 to readers. */
const adminOnly = [
  /^(GET|POST) \/api\/v2\/users(\?|$)/,
  /^GET \/api\/v2\/users\/authentication-activity/,
  /^(GET|PATCH) \/api\/v1\/settings/,
  /^PUT \/api\/v1\/announcements/,
  /^POST \/api\/v1\/filesystem/,
  /^DELETE \/api\/v1\/tasks/,
  /\/(analyze|metadata\/refresh|scan|empty-trash)(\?|$)/,
  /^PATCH \/api\/v1\/(series|books)\/\{id\}\/metadata/,
  /^(POST|PUT|DELETE) .*\/thumbnails/,
  // A cover that the request before it uploaded.
  /^GET \/api\/v1\/(collections|readlists)\/\{id\}\/thumbnails\/\{id\}/,
  /^(POST|PATCH|DELETE) \/api\/v1\/(collections|readlists|libraries)/,
];

const isSearch = ({ request }: RecordedRequest): boolean => /\/list(\?|$)/.test(request);
const isForAdmins = (recordedRequest: RecordedRequest): boolean =>
  !isSearch(recordedRequest) && adminOnly.some((pattern) => pattern.test(recordedRequest.request));

/** Requests that read, search, sign in or mark, in recorded order. */
export const replayed = recorded.filter((request) => !isForAdmins(request));

/** Requests that change the library or show what only admins see, in recorded order. */
export const forAdmins = recorded.filter(isForAdmins);

/** Test name: the request with its body. */
export const titleOf = ({ request, body }: RecordedRequest): string =>
  body === undefined ? request : `${request} ${JSON.stringify(body)}`;
