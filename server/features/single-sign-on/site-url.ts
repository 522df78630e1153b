import type { IncomingHttpHeaders } from 'node:http';

/**
 * The base URL of the web app as the browser knows it, without a trailing slash, from which all
 * addresses for providers are made. The host has already been checked against the server's names;
 * the page that sent the request has the scheme used by a reverse proxy.
 */
export const siteUrl = ({
  headers: { host = '', origin, referer },
  secure,
}: {
  headers: IncomingHttpHeaders;
  secure: boolean;
}): string => {
  const page = [origin, referer]
    .map((url) => (url !== undefined && URL.canParse(url) ? new URL(url) : null))
    .find((url) => url?.host === host.toLowerCase());
  return page?.origin ?? `${secure ? 'https' : 'http'}://${host}`;
};
