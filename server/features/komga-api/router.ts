import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';

import { AppError } from '../../../shared/errors.ts';
import { isJsonText } from '../../database/json.ts';
import { createBodyReader } from '../../http/api/body.ts';
import type { Caller } from '../../http/api/caller.ts';
import { neverCached, type Content } from '../../http/api/content.ts';
import { createFormFileReader } from '../../http/api/multipart.ts';
import { createAllowedMethods } from '../../http/api/allowed-methods.ts';
import { limitRate } from '../../http/security/rate-limit.ts';
import { addressesOf, paramsOf, Reply } from '../../http/api/route.ts';
import { sendContent } from '../../http/api/send-content.ts';
import { abortOnClose } from '../../http/api/abort-signal.ts';
import { validate } from '../../http/api/validate.ts';
import { isKomgaAdmin } from './admin.ts';
import type { KomgaAuthentication } from './authentication.ts';
import { komgaErrors } from './errors.ts';
import { createQuery } from './query.ts';
import type { KomgaRoute } from './route.ts';

export interface KomgaApiOptions {
  routes: readonly KomgaRoute[];
  authentication: KomgaAuthentication;
  /** Current first path segment, without slashes. */
  prefix: () => string;
  /** Current maximum size of a JSON body. */
  maxBodyBytes: () => number;
  log: Logger;
}

/**
 * The compatibility API under `/{prefix}`, for clients of another reader server. All responses
 * below the prefix use its format, including 404s for unknown paths. The prefix can change at run
 * time.
 */
export const komgaApi = (options: KomgaApiOptions): RequestHandler => {
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

const apiRouter = ({ routes, authentication, maxBodyBytes, log }: KomgaApiOptions) => {
  const router = express.Router();
  const readBody = createBodyReader(maxBodyBytes, ['application/json', 'application/*+json']);
  const methods = createAllowedMethods();
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
          : await createFormFileReader(() => route.maxFormBytes ?? maxBodyBytes())(
              request,
              response,
              route.file,
            );
      const answer = await route.handler({
        params: paramsOf(request),
        query: createQuery(new URLSearchParams(request.url.replace(/^[^?]*/, ''))),
        body,
        file,
        caller,
        headers: request.headers,
        signal: abortOnClose(response),
        ...addressesOf(request),
        request,
        response,
      });
      await send(route, request, response, answer);
    });
  }
  methods.rejectOtherMethods(router);
  router.use((request) => {
    throw new AppError('NotFound', `There is nothing at ${request.method} ${request.path}`);
  });
  router.use(komgaErrors(log));
  return router;
};

const lower = (method: KomgaRoute['method']) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Sorts segment by segment: fixed ones before parameters, parameters before wildcards. */
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

const requirePermissions = ({ needs, admin }: KomgaRoute, caller: Caller) => {
  if (needs === 'public') return;
  if (admin && !isKomgaAdmin(caller)) {
    throw new AppError(
      'Forbidden',
      'Apps cannot change things here: turn that on in Octavo, in the settings of your account or of this key or device',
    );
  }
  const missing = needs.find((permission) => !caller.permissions.has(permission));
  if (missing !== undefined)
    throw new AppError('Forbidden', `This needs the permission ${missing}`);
};

const send = async (
  route: KomgaRoute,
  request: Request,
  response: Response,
  answer: unknown,
): Promise<void> => {
  if (route.answers === 'stream') return;
  if (route.answers === 'content') {
    await sendContent(request, response, answer as Content);
    return;
  }
  response.setHeader('Cache-Control', neverCached);
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
