import type { IncomingHttpHeaders } from 'node:http';

/** The source of a request. */
export interface Origin {
  /** Address of the peer. */
  ip: string;
  /** The User-Agent. */
  client: string | null;
}

/** Without the IPv4-mapped prefix that dual-stack sockets add. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:/, '');

export const originOf = ({
  headers,
  ip,
}: {
  headers: IncomingHttpHeaders;
  ip: string;
}): Origin => ({ ip, client: headers['user-agent'] ?? null });
