import compression from 'compression';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Logger } from 'pino';

import { AppError } from '../../../shared/errors.ts';
import type { Requester } from '../../lib/requester.ts';
import { apiRouter, base, type ApiOptions } from './api-router.ts';
import { errorHandler } from './errors.ts';
import { checkHostHeader, type AllowedHosts } from '../security/host-header.ts';
import { isLoopback, limitRate } from '../security/rate-limit.ts';
import type { RequestMeter } from './request-meter.ts';
import { refuseWrites } from '../security/refuse-writes.ts';
import { secureCookies } from '../security/secure-cookies.ts';
import { securityHeaders } from '../security/security-headers.ts';
import { webApp } from './web-app.ts';

export interface AppOptions extends ApiOptions {
  log: Logger;
  requester: Pick<Requester, 'run'>;
  hosts: AllowedHosts;
  meter: Pick<RequestMeter, 'middleware'>;
  /** Other APIs: those of third-party readers, at paths of their own. */
  mounts: readonly RequestHandler[];
  /** Whether writes are still persisted. */
  isStored: () => boolean;
  /** Interactive documentation, or null if disabled. */
  docs: Router | null;
  /** Folder of the built web app, or null. */
  webRoot: string | null;
}

/** The Express application: all endpoints of `shared/api`, JSON errors, and the web app. */
export const createApp = (options: AppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', false);
  app.set('query parser', 'simple');
  app.use(options.meter.middleware);
  app.use(({ socket: { remoteAddress = '' } }, response, next) => {
    options.requester.run(ipKeyGenerator(remoteAddress, 56), (end) => {
      response.once('close', end);
      next();
    });
  });
  app.use(checkHostHeader(options.hosts));
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

/** Compresses text for other devices; for the machine itself it would only cost time. */
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
