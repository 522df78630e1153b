import { checkedFetch } from './checked-fetch.ts';
import type { TestServer } from './server.ts';

export type Headers = Record<string, string>;

/** The password of test users. */
export const password = 'a fine password';

export const basic = (username: string, word = password): Headers => ({
  authorization: `Basic ${Buffer.from(`${username}:${word}`).toString('base64')}`,
});

/** Sends JSON requests and parses the responses, by default as the admin. */
export const createSendJson =
  (server: () => TestServer) =>
  async <T>(method: string, path: string, body?: unknown, headers?: Headers) => {
    const { url, token } = server();
    const response = await checkedFetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(headers ?? { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: (text === '' ? null : JSON.parse(text)) as T,
    };
  };
