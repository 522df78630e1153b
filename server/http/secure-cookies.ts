import type { RequestHandler } from 'express';

/**
 * Keeps cookies that were set over TLS off every other way. Those of the whole server get the prefix
 * `__Host-` as well: under their plain name they would stand in the way of a later sign-in without TLS,
 * for browsers let nobody replace a secure cookie from an insecure page.
 */
export const secureCookies: RequestHandler = (request, response, next) => {
  if (request.secure) {
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      setHeader(
        name,
        name.toLowerCase() === 'set-cookie'
          ? [value].flat().map((cookie) => secured(`${cookie}`))
          : value,
      );
  }
  next();
};

const secured = (cookie: string) =>
  `${/; Path=\/(?:;|$)/.test(cookie) ? `__Host-${cookie}` : cookie}; Secure`;
