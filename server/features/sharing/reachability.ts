import { request } from 'node:http';

import type { SharingTest } from '../../../shared/api/sharing.ts';

const patienceMs = 2000;

/** Why the server is unreachable at an address; null if it is reachable. */
export type FailureReason = SharingTest['addresses'][number]['reason'];

export interface Reachability {
  /** Whether the server responds at one of its own URLs; null until it was tested. */
  answers(url: string): boolean | null;
  /** Tests each URL that was not in the previous list; resolves with whether there was one. */
  ask(urls: readonly string[]): Promise<boolean>;
  /** Tests each URL again. */
  probeAll(urls: readonly string[]): Promise<FailureReason[]>;
}

/**
 * Tests the server at its own addresses. Cannot detect firewalls, which filter only other machines.
 */
export const createReachability = (): Reachability => {
  const silences = new Map<string, FailureReason>();
  const probeAll = (urls: readonly string[]) =>
    Promise.all(
      urls.map(async (url) => {
        const silence = await silenceAt(url);
        silences.set(url, silence);
        return silence;
      }),
    );
  return {
    answers: (url) => (silences.has(url) ? silences.get(url) === null : null),
    async ask(urls) {
      for (const url of silences.keys()) if (!urls.includes(url)) silences.delete(url);
      const unasked = urls.filter((url) => !silences.has(url));
      await probeAll(unasked);
      return unasked.length > 0;
    },
    probeAll,
  };
};

const silenceAt = async (url: string): Promise<FailureReason> => {
  const ask = url.startsWith('https:') ? (await import('node:https')).request : request;
  return new Promise((resolve) => {
    // Tests for any response, without verifying it, because the self-signed certificate is not
    // trusted.
    const options = { agent: false, timeout: patienceMs, rejectUnauthorized: false };
    const request = ask(`${url}/api/v1/health`, options, (response) => {
      response.resume();
      const isOurs = response.statusCode === 200 || response.statusCode === 503;
      resolve(isOurs ? null : 'other-program');
    });
    request.on('timeout', () => {
      resolve('timeout');
      request.destroy();
    });
    request.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(reasons[code] ?? 'other'),
    );
    request.on('close', () => resolve('other'));
    request.end();
  });
};

const reasons: Readonly<Partial<Record<string, FailureReason>>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  EPROTO: 'other-program',
};
