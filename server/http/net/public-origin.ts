import type { IncomingHttpHeaders } from 'node:http';

/**
 * The origin of the web app as the browser of a request sees it, without a trailing slash: for links
 * in mails, and for passkeys, which belong to its host name. The host has already been checked
 * against the server's names; the page's own origin has the scheme that a reverse proxy uses.
 */
export const publicOrigin = ({
  headers: { host = '', origin },
  secure,
}: {
  headers: IncomingHttpHeaders;
  /** Whether the request came over TLS. */
  secure: boolean;
}): string =>
  origin?.replace(/^https?:\/\//, '') === host ? origin : `${secure ? 'https' : 'http'}://${host}`;
