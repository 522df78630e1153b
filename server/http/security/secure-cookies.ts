import type { RequestHandler } from 'express';

import { isSecureRequest, requestSource } from '../net/request-source.ts';

/**
 * Restricts cookies to the base path, so that other programs at the same address do not get them,
 * and separates those set over TLS from those set without. Site-wide ones also get a prefix: under
 * their plain name they would block a later sign-in without TLS, because browsers do not let an
 * insecure page replace a secure cookie. `__Host-` is for cookies of the whole host only.
 */
export const secureCookies: RequestHandler = (request, response, next) => {
  const { basePath } = requestSource(request);
  const isSecure = isSecureRequest(request);
  if (isSecure || basePath !== '') {
    const adapt = (cookie: string) => {
      const isSiteWide = /; Path=\/(?:;|$)/.test(cookie);
      const path = isSiteWide ? basePath || '/' : `${basePath}/`;
      const placed = cookie.replace(/; Path=\//, `; Path=${path}`);
      if (!isSecure) return placed;
      const prefix = isSiteWide ? (basePath === '' ? '__Host-' : '__Secure-') : '';
      return `${prefix}${placed}; Secure`;
    };
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      setHeader(
        name,
        name.toLowerCase() === 'set-cookie'
          ? [value].flat().map((cookie) => adapt(`${cookie}`))
          : value,
      );
  }
  next();
};
