import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';

import { AppError } from '../../../shared/errors.ts';
import { isJsonText } from '../../database/json.ts';
import { createBodyReader } from '../../http/body.ts';
import type { Caller } from '../../http/caller.ts';
import type { Content } from '../../http/content.ts';
import { createFormFileReader } from '../../http/multipart.ts';
import { createMethodList } from '../../http/method-list.ts';
import { limitRate } from '../../http/rate-limit.ts';
import { Reply } from '../../http/route.ts';
import { sendContent } from '../../http/send-content.ts';
import { abortedBy } from '../../http/signal.ts';
import { validate } from '../../http/validate.ts';
import type { CompatAuthentication } from './authentication.ts';
import { compatErrors } from './errors.ts';
import { createQuery } from './query.ts';
import type { CompatRoute } from './route.ts';

export interface CompatApiOptions {
  routes: readonly CompatRoute[];
  authentication: CompatAuthentication;
  /** First part of the path at this moment, without slashes. */
  prefix: () => string;
  /** Largest JSON body at this moment. */
  maxBodyBytes: () => number;
  log: Logger;
}

/**
 * Everything under `/{prefix}`, for programs that speak the format of another reader server. Below the
 * prefix every answer has that format, also for paths that nobody knows. The prefix may change at any time.
 */
export const compatApi = (options: CompatApiOptions): RequestHandler => {
  const api = apiRouter(options);
  const limited = limitRate();
  let mounted = { prefix: '', router: express.Router() };
  return (request, response, next) => {
    const prefix = options.prefix();
    if (mounted.prefix !== prefix) {
      mounted = { prefix, router: express.Router().use(`/${prefix}`, limited, api) };
    }
    mounted.router(request, response, next);
  };
};

const apiRouter = ({ routes, authentication, maxBodyBytes, log }: CompatApiOptions) => {
  const router = express.Router();
  const readBody = createBodyReader(maxBodyBytes, ['application/json', 'application/*+json']);
  const readFormFile = createFormFileReader(maxBodyBytes);
  const methods = createMethodList();
  for (const route of routes.toSorted((a, b) => byFixedParts(a.path, b.path))) {
    methods.add(route.path, route.method);
    router[lower(route.method)](route.path, async (request: Request, response: Response) => {
      const caller = route.needs === 'public' ? null : await authentication(request, response);
      if (caller) requirePermissions(route, caller);
      const body = route.body
        ? validate(route.body, await readBody(request, response), 'body')
        : undefined;
      const file =
        route.file === undefined
          ? Buffer.alloc(0)
          : await readFormFile(request, response, route.file);
      const answer = await route.handler({
        params: paramsOf(request),
        query: createQuery(new URLSearchParams(request.url.replace(/^[^?]*/, ''))),
        body,
        file,
        caller,
        headers: request.headers,
        signal: abortedBy(response),
        ip: request.socket.remoteAddress ?? '',
        secure: request.secure,
        request,
        response,
      });
      await send(route, request, response, answer);
    });
  }
  methods.refuseOthers(router);
  router.use((request) => {
    throw new AppError('NotFound', `There is nothing at ${request.method} ${request.path}`);
  });
  router.use(compatErrors(log));
  return router;
};

const lower = (method: CompatRoute['method']) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Segment by segment, fixed ones before parameters, those before the rest of a path. */
const byFixedParts = (a: string, b: string): number => {
  const rank = (part: string | undefined) =>
    part?.startsWith('*') ? 2 : part?.startsWith(':') ? 1 : 0;
  const [left, right] = [a.split('/'), b.split('/')];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = rank(left[index]) - rank(right[index]);
    if (difference !== 0) return difference;
  }
  return 0;
};

const requirePermissions = ({ needs }: CompatRoute, caller: Caller) => {
  if (needs === 'public') return;
  const missing = needs.find((permission) => !caller.permissions.has(permission));
  if (missing !== undefined)
    throw new AppError('Forbidden', `This needs the permission ${missing}`);
};

/** A parameter that takes the rest of a path comes in pieces, each decoded. */
const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.params as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  );

const send = async (
  route: CompatRoute,
  request: Request,
  response: Response,
  answer: unknown,
): Promise<void> => {
  if (route.answers === 'stream') return;
  if (route.answers === 'content') {
    await sendContent(request, response, answer as Content);
    return;
  }
  response.setHeader('Cache-Control', 'private, no-store');
  const reply: Reply<unknown> = answer instanceof Reply ? answer : new Reply(answer, {});
  const { body, headers, status } = reply;
  if (body === undefined) {
    response.set(headers);
    response.status(status ?? 204).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.set(headers);
  response.status(status ?? 200).send(isJsonText(body) ? body.json : JSON.stringify(body));
};
