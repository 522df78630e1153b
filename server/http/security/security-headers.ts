import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * A strict CSP: our own scripts only. HSTS and upgrade-insecure-requests are off, because they
 * break plain HTTP on the LAN.
 */
const policy = helmet({
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  originAgentCluster: false,
  crossOriginOpenerPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      // Book texts are shown in frames created from sanitized bytes; all other frames are blocked.
      frameSrc: ['blob:'],
      // Those documents inherit the page's policy and need a base URL, which loads and runs
      // nothing.
      baseUri: ["'self'"],
      formAction: ["'self'"],
      // WebKit also applies this to a page's blob frames. Our own pages cannot be framed, see
      // `frameSrc`.
      frameAncestors: ["'self'"],
    },
  },
});

/** Sets helmet's headers, which are equal for all responses: computed once. */
export const securityHeaders = (): RequestHandler => {
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  policy(request, sample, () => null);
  const headers = new Map(
    sample.getHeaderNames().map((name) => [name, String(sample.getHeader(name))]),
  );
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
};
