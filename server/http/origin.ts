import type { IncomingHttpHeaders } from 'node:http';

/** Where a request comes from. */
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
