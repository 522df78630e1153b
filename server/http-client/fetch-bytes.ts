import {
  type Answer,
  HttpClientError,
  type RequestOptions,
  sendChecked,
  withDeadline,
} from './checked-request.ts';

const maxRedirects = 5;
const timeoutMs = 30_000;
const maxBytes = 5 * 1024 * 1024;
const setting = 'releases.allow_private_addresses';

/**
 * Downloads from the internet, up to 5 MiB within 30 seconds, following up to 5 redirects. Messages name
 * only the host: the rest of the address can be a secret. Throws HttpClientError, or the reason of `signal`.
 */
export const fetchBytes = (
  url: string,
  { allowPrivate, ...options }: RequestOptions,
): Promise<Answer> =>
  withDeadline(new URL(url).host, { signal: options.signal, timeoutMs }, async (signal) => {
    let target = new URL(url);
    for (let step = 0; step <= maxRedirects; step += 1) {
      const answer = await sendChecked(target, {
        ...options,
        signal,
        method: 'GET',
        maxBytes,
        blockedBy: allowPrivate ? null : setting,
      });
      const next = redirects.has(answer.status) ? answer.headers.location : undefined;
      if (next === undefined) return answer;
      target = new URL(next, target);
    }
    throw new HttpClientError(`${target.host} redirects more than ${maxRedirects} times.`);
  });

const redirects = new Set([301, 302, 303, 307, 308]);
