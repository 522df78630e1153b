import type { IncomingHttpHeaders } from 'node:http';

import { acceptsExactly } from './accept.ts';
import type { Caller } from './caller.ts';
import type { RequestContext } from './route.ts';

/** Client state beyond the request itself, used to save work. */
export interface ClientConditions {
  /** Whether the client has cached this content; `etag` without quotes. */
  has(etag: string): boolean;
  /** Whether the client accepts gzip and requests no range. */
  takesGzip: boolean;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
  /** Fair-share key: the requesting user; undefined if unknown. */
  owner?: string;
}

/** A client without conditional headers. */
export const unconditional: ClientConditions = { has: () => false, takesGzip: false };

/** Reads the client state from a request. */
export const conditionsOf = ({
  headers,
  signal,
  caller = null,
}: Pick<RequestContext, 'headers' | 'signal'> & { caller?: Caller | null }): ClientConditions => ({
  has: (etag) => hasContent(headers, etag),
  takesGzip: headers.range === undefined && acceptsExactly(headers['accept-encoding'], 'gzip'),
  signal,
  ...(caller && { owner: caller.user.id }),
});

/** Whether `If-None-Match` contains this ETag (given without quotes). */
export const hasContent = (headers: IncomingHttpHeaders, etag: string): boolean => {
  const named = headers['if-none-match'];
  return (
    named !== undefined &&
    named.split(',').some((tag) => ['*', `"${etag}"`].includes(tag.trim().replace(/^W\//, '')))
  );
};
