import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Strict for the page we serve: our own scripts only. HSTS and upgrade-insecure-requests are off, for
 * they break plain HTTP on the LAN.
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
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
});

/** Sets the headers that helmet decides on, which are the same in every answer: asked once, not each time. */
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
