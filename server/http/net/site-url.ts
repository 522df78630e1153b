import type { IncomingHttpHeaders } from 'node:http';

/**
 * The base URL of the web app as the browser knows it, without a trailing slash, from which all
 * addresses for providers are made. The host has already been checked against the server's names;
 * the page that sent the request has the scheme of a reverse proxy that does not tell it.
 */
export const siteUrl = ({
  headers: { origin, referer },
  reachedUrl,
}: {
  headers: IncomingHttpHeaders;
  reachedUrl: string;
}): string => {
  const reached = new URL(reachedUrl);
  const page = [origin, referer]
    .map((url) => (url !== undefined && URL.canParse(url) ? new URL(url) : null))
    .find((url) => url?.host === reached.host);
  return (page?.origin ?? reached.origin) + reached.pathname.replace(/\/$/, '');
};

/**
 * The base URL of the web app for links in mails. The page's own origin has the scheme of a proxy
 * that is not trusted.
 */
export const linkUrl = ({
  headers: { origin },
  mailUrl,
}: {
  headers: IncomingHttpHeaders;
  mailUrl: string;
}): string => (origin === mailUrl.replace(/^http:/, 'https:') ? origin : mailUrl);
