import type { IncomingHttpHeaders } from 'node:http';

import { acceptNames } from './accept.ts';
import type { Caller } from './caller.ts';
import type { RequestContext } from './route.ts';

/** What is known of who asks for content beyond what it asks for; all of it saves work. */
export interface ContentReader {
  /** Whether it has this content already; `etag` without quotes. */
  has(etag: string): boolean;
  /** Whether it takes the whole in a gzip frame. */
  takesGzip: boolean;
  /** Aborted when it goes away. */
  signal?: AbortSignal;
  /** The user who asks, with whom work is shared fairly; missing where that is not known. */
  owner?: string;
}

/** Of whom nothing is known. */
export const anyReader: ContentReader = { has: () => false, takesGzip: false };

/** Who sent this request. */
export const readerOf = ({
  headers,
  signal,
  caller = null,
}: Pick<RequestContext, 'headers' | 'signal'> & { caller?: Caller | null }): ContentReader => ({
  has: (etag) => hasContent(headers, etag),
  takesGzip: headers.range === undefined && acceptNames(headers['accept-encoding'], 'gzip'),
  signal,
  ...(caller && { owner: caller.user.id }),
});

/** Whether `If-None-Match` names this ETag, which comes without quotes. */
export const hasContent = (headers: IncomingHttpHeaders, etag: string): boolean => {
  const named = headers['if-none-match'];
  return (
    named !== undefined &&
    named.split(',').some((tag) => ['*', `"${etag}"`].includes(tag.trim().replace(/^W\//, '')))
  );
};
