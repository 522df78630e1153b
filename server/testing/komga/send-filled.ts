import type { Headers } from '../send-json.ts';
import type { FilledRequest } from './fill-ids.ts';

/** Sends a replayed request. A string body is sent as it is, any other as JSON. */
export const sendFilled = (
  url: string,
  { method, path, accept, body }: Omit<FilledRequest, 'komga'>,
  headers: Headers,
): Promise<Response> =>
  fetch(`${url}/komga${path}`, {
    method,
    headers: {
      accept,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
