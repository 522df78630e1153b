import { request } from 'node:http';
import { request as secureRequest } from 'node:https';

import type { SharingTest } from '../../../shared/api/sharing.ts';

const patienceMs = 2000;

/** Why the server is not heard at an address; null where it is. */
export type Silence = SharingTest['addresses'][number]['reason'];

export interface SelfCheck {
  /** Whether the server answers at a URL of its own; null until it was asked there. */
  answers(url: string): boolean | null;
  /** Asks at each URL that was not in the list before; resolves with whether there was one. */
  ask(urls: readonly string[]): Promise<boolean>;
  /** Asks at each URL, also where it was asked before. */
  askAll(urls: readonly string[]): Promise<Silence[]>;
}

/** Asks the server at its own addresses. What a firewall does to others cannot be seen so. */
export const createSelfCheck = (): SelfCheck => {
  const silences = new Map<string, Silence>();
  const askAll = (urls: readonly string[]) =>
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
      await askAll(unasked);
      return unasked.length > 0;
    },
    askAll,
  };
};

const silenceAt = (url: string): Promise<Silence> =>
  new Promise((resolve) => {
    const ask = url.startsWith('https:') ? secureRequest : request;
    // Whether somebody answers, not who: a certificate of our own making is trusted by nobody.
    const options = { agent: false, timeout: patienceMs, rejectUnauthorized: false };
    const asked = ask(`${url}/api/v1/health`, options, (response) => {
      response.resume();
      const isOurs = response.statusCode === 200 || response.statusCode === 503;
      resolve(isOurs ? null : 'other-program');
    });
    asked.on('timeout', () => {
      resolve('timeout');
      asked.destroy();
    });
    asked.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(reasons[code] ?? 'other'));
    asked.on('close', () => resolve('other'));
    asked.end();
  });

const reasons: Readonly<Partial<Record<string, Silence>>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  EPROTO: 'other-program',
};
