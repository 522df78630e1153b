import type { RequestHandler } from 'express';

/**
 * Separates cookies set over TLS from those set without. Site-wide ones also get the prefix
 * `__Host-`: under their plain name they would block a later sign-in without TLS, because browsers
 * do not let an insecure page replace a secure cookie.
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
