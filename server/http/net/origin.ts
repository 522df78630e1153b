import type { IncomingHttpHeaders } from 'node:http';

/** The source of a request. */
export interface Origin {
  /** Address of the peer. */
  ip: string;
  /** The User-Agent. */
  client: string | null;
}

export const originOf = ({
  headers,
  ip,
}: {
  headers: IncomingHttpHeaders;
  ip: string;
}): Origin => ({ ip, client: headers['user-agent'] ?? null });
