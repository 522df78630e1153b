import { request } from 'node:http';
import { request as secureRequest } from 'node:https';

const patienceMs = 2000;

export interface SelfCheck {
  /** Whether the server answers at a URL of its own; null until it was asked there. */
  answers(url: string): boolean | null;
  /** Asks at each URL that was not in the list before; resolves with whether there was one. */
  ask(urls: readonly string[]): Promise<boolean>;
}

/** Asks the server at its own addresses. What a firewall does to others cannot be seen so. */
export const createSelfCheck = (): SelfCheck => {
  const answers = new Map<string, boolean>();
  return {
    answers: (url) => answers.get(url) ?? null,
    async ask(urls) {
      for (const url of answers.keys()) if (!urls.includes(url)) answers.delete(url);
      const unasked = urls.filter((url) => !answers.has(url));
      await Promise.all(unasked.map(async (url) => answers.set(url, await answersAt(url))));
      return unasked.length > 0;
    },
  };
};

const answersAt = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const ask = url.startsWith('https:') ? secureRequest : request;
    // Whether somebody answers, not who: a certificate of our own making is trusted by nobody.
    const options = { agent: false, timeout: patienceMs, rejectUnauthorized: false };
    const asked = ask(`${url}/api/v1/health`, options, (response) => {
      response.resume();
      resolve(response.statusCode === 200 || response.statusCode === 503);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.on('close', () => resolve(false));
    asked.end();
  });
