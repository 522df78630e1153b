import type { CustomFetchOptions } from 'openid-client';

import { HttpClientError, sendChecked, withDeadline } from '../../http-client/checked-request.ts';

const timeoutMs = 15_000;
const maxBytes = 1024 * 1024;
/** `Response` accepts no body for these. */
const bodiless = new Set([204, 205, 304]);

/**
 * `fetch` for requests to a provider: bounded in time and size, without redirects. Addresses of the
 * own network are allowed, because providers of a household are there and only admins enter them.
 */
export const providerFetch = async (
  url: string,
  options: CustomFetchOptions,
): Promise<Response> => {
  const { method, body, headers } = options;
  if (method !== 'GET' && method !== 'POST') throw new HttpClientError('Unexpected method');
  const target = new URL(url);
  const signal = options.signal ?? new AbortController().signal;
  const answer = await withDeadline(target.host, { signal, timeoutMs }, (limited) =>
    sendChecked(target, {
      method,
      headers: { ...headers },
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      ...(typeof body === 'string' && { body }),
      signal: limited,
      blockedBy: null,
      maxBytes,
    }),
  );
  return new Response(bodiless.has(answer.status) ? null : new Uint8Array(answer.body), {
    status: answer.status,
    headers: Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((text): [string, string] => [name, text]),
    ),
  });
};
