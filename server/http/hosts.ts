import { hostname } from 'node:os';

import type { RequestHandler } from 'express';

import { AppError } from '../../shared/errors.ts';
import type { OwnAddresses } from './own-addresses.ts';

/** The hosts that requests may name, as they are at this moment. */
export interface OwnHosts {
  addresses: Pick<OwnAddresses, 'has'>;
  names: () => readonly string[];
}

/**
 * Refuses requests that name a host which is not ours: a page on another site whose name was rebound to
 * this machine would otherwise read the library through the visitor's browser (CVE-2025-66414 and kin).
 * Loopback and numeric addresses of this machine always pass, other names only when configured.
 */
export const hostGuard = ({ addresses, names }: OwnHosts): RequestHandler => {
  const machine = hostname().toLowerCase();
  const isOwn = (name: string) =>
    name === 'localhost' ||
    name === machine ||
    name === `${machine}.local` ||
    addresses.has(name) ||
    names().some((own) => own.toLowerCase() === name);
  return (request, _response, next) => {
    const hosts = request.rawHeaders.filter(
      (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
    );
    const name = hosts.length === 1 ? hostName(hosts[0] ?? '') : null;
    if (name !== null && isOwn(name)) {
      next();
      return;
    }
    throw new AppError(
      'MisdirectedRequest',
      'This server does not answer to that host name; add it to server.trusted_hosts if it is yours',
    );
  };
};

/** The name without port and brackets, or null where it is none. */
const hostName = (header: string): string | null =>
  /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i
    .exec(header)
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase() ?? null;
