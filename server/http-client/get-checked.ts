import { type Answer, HttpClientError, sendChecked, withDeadline } from './checked-request.ts';

const timeoutMs = 60_000;

/**
 * Gets from a server that an admin named, which can be of the own network. Redirects are refused,
 * because they could lead to another server than the one that is trusted with the credentials.
 * Messages name only the host. Throws HttpClientError unless the server answers with success, or
 * the reason of `signal`.
 */
export const getFromNamed = async (
  url: URL,
  {
    headers,
    maxBytes,
    signal,
  }: { headers: Record<string, string>; maxBytes: number; signal: AbortSignal },
): Promise<Answer> => {
  const answer = await withDeadline(url.host, { signal, timeoutMs }, (limited) =>
    sendChecked(url, { method: 'GET', headers, signal: limited, maxBytes, blockedBy: null }),
  );
  const { status } = answer;
  if (status >= 300 && status < 400) {
    throw new HttpClientError(
      `${url.host} redirects to another address. Enter the address that it redirects to.`,
    );
  }
  if (status === 401 || status === 403) {
    throw new HttpClientError(`${url.host} does not accept this key or password.`, { status });
  }
  if (status < 200 || status >= 300) {
    throw new HttpClientError(`${url.host} answered with status ${status}.`, { status });
  }
  return answer;
};
