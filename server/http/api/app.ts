import compression from 'compression';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';

import express, {
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Logger } from 'pino';

import { AppError } from '../../../shared/errors.ts';
import type { Requester } from '../../lib/requester.ts';
import { apiRouter, base, type ApiOptions } from './api-router.ts';
import { errorHandler } from './errors.ts';
import { delayWrites, refuseWrites } from '../security/before-writes.ts';
import { checkHostHeader, type AllowedHosts } from '../security/host-header.ts';
import type { HttpApp } from '../net/listen.ts';
import type { PublicAddress } from '../net/public-address.ts';
import { clientAddress, isLocalRequest } from '../net/request-source.ts';
import { limitRate } from '../security/rate-limit.ts';
import type { RequestMeter } from './request-meter.ts';
import { secureCookies } from '../security/secure-cookies.ts';
import { securityHeaders } from '../security/security-headers.ts';
import { webApp } from './web-app.ts';

export interface AppOptions extends ApiOptions {
  log: Logger;
  requester: Pick<Requester, 'run'>;
  hosts: Omit<AllowedHosts, 'isPublic'>;
  publicAddress: Pick<PublicAddress, 'enter' | 'isHost'>;
  meter: Pick<RequestMeter, 'middleware'>;
  /** Other APIs: those of third-party readers, at paths of their own. */
  mounts: readonly RequestHandler[];
  /** Whether writes are still persisted. */
  isStored: () => boolean;
  /** Waits for another writer of the database, or returns null. */
  writeLock: () => Promise<void> | null;
  /** Interactive documentation, or null if disabled. */
  docs: Router | null;
  /** Folder of the built web app, or null. */
  webRoot: string | null;
}

/** The application: all endpoints of `shared/api`, JSON errors, and the web app. */
export const createApp = (options: AppOptions): HttpApp => {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  // `publicAddress` decides instead; Express knows neither a base path nor `Forwarded`.
  app.set('trust proxy', false);
  app.set('query parser', 'simple');
  const { publicAddress } = options;
  app.use(
    inOrder([
      options.meter.middleware,
      (request, _response, next) => {
        options.requester.run(ipKeyGenerator(clientAddress(request), 56), next);
      },
      checkHostHeader({ ...options.hosts, isPublic: publicAddress.isHost }),
      secureCookies,
      securityHeaders(),
      compressForeign(),
      refuseWrites(options.isStored),
      delayWrites(options.writeLock),
    ]),
  );
  app.use(base, limitRate(), apiRouter(options));
  for (const mount of options.mounts) app.use(mount);
  if (options.docs) app.use(options.docs);
  if (options.webRoot !== null) app.use(webApp(options.webRoot));
  app.use((request) => {
    throw new AppError('NotFound', `There is nothing at ${request.path}`);
  });
  app.use(errorHandler(options.log));
  const listener: RequestListener = (request, response) => {
    publicAddress.enter(request);
    app(request, response);
  };
  return Object.assign(listener, messagesOf(app));
};

/** One middleware of several, because a layer of Express takes longer than most of them. */
const inOrder =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    const run = (index: number) => {
      const handler = handlers[index];
      if (!handler) {
        next();
        return;
      }
      void handler(request, response, (error?: unknown) => {
        if (error === undefined) run(index + 1);
        else next(error);
      });
    };
    run(0);
  };

/**
 * Classes of requests and responses that have the prototypes of the application from the beginning. Express
 * changes the prototype of all others, which takes a twentieth of a request.
 */
const messagesOf = (app: Express): Pick<HttpApp, 'IncomingMessage' | 'ServerResponse'> => {
  const messages = {
    IncomingMessage: class extends IncomingMessage {},
    ServerResponse: class<Request extends IncomingMessage> extends ServerResponse<Request> {},
  };
  app.request = Object.setPrototypeOf(messages.IncomingMessage.prototype, app.request) as Request;
  app.response = Object.setPrototypeOf(messages.ServerResponse.prototype, app.response) as Response;
  return messages;
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
    isLocalRequest(request) ? next() : compress(request, response, next);
};
