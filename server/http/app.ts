import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';

import { AppError } from '../../shared/errors.ts';
import { apiRouter, base, type ApiOptions } from './api-router.ts';
import { errorHandler } from './errors.ts';
import { hostGuard, type OwnHosts } from './hosts.ts';
import { isLoopback, limitRate } from './rate-limit.ts';
import type { RequestMeter } from './request-meter.ts';
import { refuseWrites } from './refuse-writes.ts';
import { secureCookies } from './secure-cookies.ts';
import { securityHeaders } from './security-headers.ts';
import { webApp } from './web-app.ts';

export interface AppOptions extends ApiOptions {
  log: Logger;
  hosts: OwnHosts;
  meter: Pick<RequestMeter, 'middleware'>;
  /** What lives beside our own API: the APIs of other reader servers, at paths of their own. */
  mounts: readonly RequestHandler[];
  /** Whether what is written is still kept. */
  isStored: () => boolean;
  /** The interactive documentation, or null where it is off. */
  docs: Router | null;
  /** Folder of the built web app, or null. */
  webRoot: string | null;
}

/** The Express application: every endpoint of `shared/api`, JSON errors, and the web app beside it. */
export const createApp = (options: AppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', false);
  app.set('query parser', 'simple');
  app.use(options.meter.middleware);
  app.use(hostGuard(options.hosts));
  app.use(secureCookies);
  app.use(securityHeaders());
  app.use(compressForeign());
  app.use(refuseWrites(options.isStored));
  app.use(base, limitRate(), apiRouter(options));
  for (const mount of options.mounts) app.use(mount);
  if (options.docs) app.use(options.docs);
  if (options.webRoot !== null) app.use(webApp(options.webRoot));
  app.use((request) => {
    throw new AppError('NotFound', `There is nothing at ${request.path}`);
  });
  app.use(errorHandler(options.log));
  return app;
};

const compressible = /json|javascript|css|html|svg|manifest/;

/** Compresses text for other devices; on the machine itself it would only cost time. */
const compressForeign = (): RequestHandler => {
  const compress = compression({
    filter: (_request, response) => {
      const type = response.getHeader('Content-Type');
      return typeof type === 'string' && compressible.test(type);
    },
  });
  return (request, response, next) =>
    isLoopback(request.socket.remoteAddress) ? next() : compress(request, response, next);
};
