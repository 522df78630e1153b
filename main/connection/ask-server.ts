import { request, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { getCACertificates, TLSSocket } from 'node:tls';

import { getHealth, healthSchema } from '../../shared/api/system.ts';
import { endpointUrl } from '../../shared/client.ts';
import { isAccepted, serverKeyOf } from './server-key.ts';

const patienceMs = 8000;
const largestAnswer = 64 * 1024;
const redirectsAtMost = 3;
const healthPath = endpointUrl(getHealth);

/** Why no connection was made. */
export type UnreachableReason = 'name' | 'refused' | 'timeout' | 'no-route' | 'tls' | 'other';

/** The server found at an address. */
export type Answer =
  | { kind: 'octavo'; url: string; version: string }
  /** The certificate is neither trusted by the system nor pinned. */
  | { kind: 'certificate'; url: string; fingerprint: string; key: string }
  | { kind: 'silence'; reason: UnreachableReason }
  | { kind: 'other-program' }
  | { kind: 'redirect'; to: string }
  /** Octavo is there, but its database does not answer. */
  | { kind: 'broken' };

export interface AskOptions {
  /** SHA-256 of the public key that was accepted before; null for none. */
  pinnedKey: string | null;
  /** Accepts every certificate: only to find out what is there. */
  acceptsAny?: boolean;
  signal?: AbortSignal;
}

/**
 * Asks a server's health endpoint, which needs no credentials, whether it is Octavo. Follows redirects on the
 * same host, such as from http to https. Sends only the path.
 */
export const askServer = async (url: string, options: AskOptions): Promise<Answer> => {
  let site = url;
  for (let hops = 0; hops <= redirectsAtMost; hops++) {
    const answer = await askWithSystem(site, options);
    if (answer.kind !== 'redirect') return answer;
    const next = siteAfter(site, answer.to);
    if (next === null) return answer;
    site = next;
  }
  return { kind: 'other-program' };
};

/** Loads the authorities of the system, which the window trusts too, only where they can matter. */
const askWithSystem = async (site: string, options: AskOptions): Promise<Answer> => {
  const answer = await askOnce(site, options, {});
  if (answer.kind !== 'certificate') return answer;
  const system = getCACertificates('system');
  if (system.length === 0) return answer;
  return askOnce(site, options, { ca: [...getCACertificates('default'), ...system] });
};

/** The site that a redirect of the health endpoint leads to; null if that is another host. */
const siteAfter = (site: string, location: string): string | null => {
  const target = URL.parse(location, site + healthPath);
  if (!target || !/^https?:$/.test(target.protocol)) return null;
  if (target.hostname !== new URL(site).hostname || !target.pathname.endsWith(healthPath)) {
    return null;
  }
  return target.origin + target.pathname.slice(0, -healthPath.length);
};

const askOnce = (
  site: string,
  { pinnedKey, acceptsAny, signal }: AskOptions,
  trust: { ca?: string[] },
): Promise<Answer> =>
  new Promise((resolve) => {
    const isSecure = site.startsWith('https:');
    const sent = (isSecure ? secureRequest : request)(site + healthPath, {
      agent: false,
      headers: { accept: 'application/json' },
      // Judged below, before anything is sent.
      ...(isSecure && { rejectUnauthorized: false, ...trust }),
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]),
    });
    sent.on('socket', (socket) => {
      if (!(socket instanceof TLSSocket)) return;
      socket.once('secureConnect', () => {
        const certificate = socket.getPeerX509Certificate()?.raw;
        const judged = { certificate: certificate ?? '', isTrusted: socket.authorized };
        if (acceptsAny === true || isAccepted(judged, pinnedKey)) return;
        resolve(
          certificate
            ? { kind: 'certificate', url: site, ...serverKeyOf(certificate) }
            : { kind: 'silence', reason: 'tls' },
        );
        sent.destroy();
      });
    });
    sent.on('response', (response) => {
      void answerOf(site, response).then(resolve, () => resolve({ kind: 'other-program' }));
    });
    sent.on('error', (error) => resolve({ kind: 'silence', reason: unreachableReason(error) }));
    sent.on('close', () => resolve({ kind: 'silence', reason: 'other' }));
    sent.end();
  });

const answerOf = async (site: string, response: IncomingMessage): Promise<Answer> => {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    response.destroy();
    return { kind: 'redirect', to: headers.location };
  }
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > largestAnswer) return { kind: 'other-program' };
  }
  const health = healthSchema.safeParse(JSON.parse(text));
  if (!health.success || !/^\d+\.\d+\.\d+/.test(health.data.version)) {
    return { kind: 'other-program' };
  }
  return health.data.status === 'ok'
    ? { kind: 'octavo', url: site, version: health.data.version.slice(0, 40) }
    : { kind: 'broken' };
};

const unreachableReason = (error: Error): UnreachableReason => {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const { code = '' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? (/^(ERR_SSL|EPROTO)/.test(code) ? 'tls' : 'other');
};

const reasons: Readonly<Partial<Record<string, UnreachableReason>>> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  EHOSTDOWN: 'no-route',
};

/** Whether this application can show a server: both are of the same major version. */
export const isCompatible = (server: string, application: string): boolean =>
  majorOf(server) === majorOf(application);

/** Whether a version is of a later major version. */
export const isNewer = (server: string, application: string): boolean =>
  majorOf(server) > majorOf(application);

const majorOf = (version: string): number => Number(version.split('.')[0]);
