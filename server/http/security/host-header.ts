import { hostname } from 'node:os';

import type { RequestHandler } from 'express';

import { requestSource, type RequestSource } from '../net/request-source.ts';
import { AppError } from '../../../shared/errors.ts';
import type { OwnAddresses } from '../net/own-addresses.ts';

/** The currently allowed hosts. */
export interface AllowedHosts {
  addresses: Pick<OwnAddresses, 'has'>;
  names: () => readonly string[];
  /** The name of the public address. */
  isPublic: (name: string) => boolean;
}

/**
 * Rejects requests for unknown hosts, against DNS rebinding: a page on another site whose name
 * resolves to this machine could otherwise read the library through the visitor's browser
 * (CVE-2025-66414 and similar). Loopback and the machine's numeric addresses are always allowed,
 * other names only if configured.
 */
export const checkHostHeader = ({ addresses, names, isPublic }: AllowedHosts): RequestHandler => {
  const machine = hostname().toLowerCase();
  const isOwn = (name: string) =>
    name === 'localhost' ||
    name === machine ||
    name === `${machine}.local` ||
    addresses.has(name) ||
    isPublic(name) ||
    names().some((own) => own.toLowerCase() === name);
  return (request, _response, next) => {
    const source = requestSource(request);
    const name = source.host === null ? null : hostName(source.host);
    if (name === null || !isOwn(name)) {
      throw new AppError('MisdirectedRequest', whatToDo(source, name));
    }
    if (source.problem) throw source.problem;
    next();
  };
};

const whatToDo = ({ untrustedProxy, isForwarded }: RequestSource, name: string | null): string => {
  if (untrustedProxy !== null) {
    return `This request came through a proxy at ${untrustedProxy}, which Octavo does not trust. Open Octavo without the proxy and add that address under Settings → Sharing and devices → Trusted proxies, or set server.trusted_proxies.`;
  }
  return isForwarded && name !== null
    ? `The proxy passed on a request for ${name}, which is not the public address of Octavo. Open Octavo without the proxy and set it under Settings → Sharing and devices → Public address, or set server.public_address.`
    : 'This server does not answer to that host name; add it to server.trusted_hosts if it is yours';
};

/** The host name without port and brackets, or null if invalid. */
const hostName = (header: string): string | null =>
  /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i
    .exec(header)
    ?.slice(1)
    .find(Boolean)
    ?.toLowerCase() ?? null;
