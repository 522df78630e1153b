import {
  HttpClientError,
  type RequestOptions,
  sendChecked,
  withDeadline,
} from './checked-request.ts';

const timeoutMs = 15_000;
const maxBytes = 1024 * 1024;
/** Statuses by which a server refuses the address or the token. */
const inTheRequest = new Set([401, 403, 404, 405, 410]);

/**
 * Posts JSON to an address that a person entered. Redirects are refused, because they could lead to
 * another server than the one that the person trusts with the content. Messages name only the host:
 * the rest of the address can be a secret. Throws HttpClientError unless the server accepts, or the
 * reason of `signal`.
 */
export const postJson = async (
  url: URL,
  body: object,
  { headers, signal, allowPrivate, ...options }: RequestOptions,
): Promise<void> => {
  const { status } = await withDeadline(url.host, { signal, timeoutMs }, (limited) =>
    sendChecked(url, {
      ...options,
      signal: limited,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
      maxBytes,
      blockedBy: allowPrivate ? null : 'notifications.allow_private_addresses',
    }),
  );
  if (status >= 300 && status < 400) {
    throw new HttpClientError(
      `${url.host} redirects to another address. Enter the address that it redirects to.`,
    );
  }
  if (status < 200 || status >= 300) {
    const advice = inTheRequest.has(status) ? ' Check the address and the token.' : '';
    throw new HttpClientError(`${url.host} answered with status ${status}.${advice}`);
  }
};
