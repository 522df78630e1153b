import { hostname } from 'node:os';

import type { RequestHandler } from 'express';

import { AppError } from '../../../shared/errors.ts';
import type { OwnAddresses } from '../net/own-addresses.ts';

/** The currently allowed hosts. */
export interface AllowedHosts {
  addresses: Pick<OwnAddresses, 'has'>;
  names: () => readonly string[];
}

/**
 * Rejects requests for unknown hosts, against DNS rebinding: a page on another site whose name
 * resolves to this machine could otherwise read the library through the visitor's browser
 * (CVE-2025-66414 and similar). Loopback and the machine's numeric addresses are always allowed,
 * other names only if configured.
 */
export const checkHostHeader = ({ addresses, names }: AllowedHosts): RequestHandler => {
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

/** The host name without port and brackets, or null if invalid. */
const hostName = (header: string): string | null =>
  /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i
    .exec(header)
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase() ?? null;
