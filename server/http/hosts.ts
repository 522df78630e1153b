import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

import type { RequestHandler } from 'express';

import { AppError } from '../../shared/errors.ts';

/**
 * Refuses requests that name a host which is not ours: a page on another site whose name was rebound to
 * this machine would otherwise read the library through the visitor's browser (CVE-2025-66414 and kin).
 * Loopback and numeric addresses of this machine always pass, other names only when configured.
 */
export const hostGuard = (trusted: readonly string[]): RequestHandler => {
  const names = new Set([
    'localhost',
    hostname().toLowerCase(),
    ...trusted.map((name) => name.toLowerCase()),
  ]);
  names.add(`${hostname().toLowerCase()}.local`);
  return (request, _response, next) => {
    const hosts = request.rawHeaders.filter(
      (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
    );
    const name = hosts.length === 1 ? hostName(hosts[0] ?? '') : null;
    if (name !== null && (names.has(name) || isOwnAddress(name))) {
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

const isOwnAddress = (name: string): boolean => {
  if (isIP(name) === 0) return false;
  if (name === '::1' || name.startsWith('127.')) return true;
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === name),
  );
};
