import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';

import { clamp } from '../../../shared/clamp.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { createBodyReader } from '../../http/api/body.ts';
import type { Caller } from '../../http/api/caller.ts';
import { toAppError, unexpected } from '../../http/api/errors.ts';
import { originOf, type Origin } from '../../http/net/origin.ts';
import { clientAddress } from '../../http/net/request-source.ts';
import { limitRate } from '../../http/security/rate-limit.ts';
import type { LoginRateLimiter } from '../auth/login-rate-limiter.ts';
import type { KoreaderService } from './service.ts';
import type { KoreaderPosition } from './store.ts';
import { neverCached } from '../../http/api/content.ts';

/** Error codes of KOReader's own server. */
const codes = {
  unknown: 2000,
  unauthorized: 2001,
  invalid: 2003,
  documentMissing: 2004,
  registrationClosed: 2005,
};

const text = (maxLength: number) => z.string().max(maxLength);
const positionBody = z.object({
  document: text(255).min(1),
  // A number for books of images.
  progress: z.union([text(4096), z.number().transform(String)]),
  percentage: z.number().transform((share) => clamp(share, 0, 1)),
  device: text(255),
  device_id: text(255).default(''),
});

export interface KoreaderOptions {
  koreader: KoreaderService;
  /** The caller whose API key has this MD5, or null. */
  byDigest: (name: string, digest: string, from: Origin) => Caller | null;
  recordWrongKey: (name: string, from: Origin) => void;
  /** The rate-limit key of a name. */
  accountOf: (name: string) => string;
  loginLimiter: LoginRateLimiter;
  /** Current maximum size of a JSON body. */
  maxBodyBytes: () => number;
  log: Logger;
}

/**
 * The KOReader sync server under `/koreader`. Users enter an API key as the password, of which
 * KOReader sends the MD5. KOReader displays our messages only with the statuses it expects: 401,
 * and 402 for a registration.
 */
export const koreaderApi = (options: KoreaderOptions): RequestHandler => {
  const { koreader, log } = options;
  const readBody = createBodyReader(options.maxBodyBytes, [
    'application/json',
    'application/*+json',
  ]);
  const router = express.Router();

  router.post('/users/create', (_request, response) => {
    response.status(402).json({
      code: codes.registrationClosed,
      message:
        'Nobody registers here. Make an API key in Octavo and log in with it as the password.',
    });
  });
  router.get('/users/auth', (request, response) => {
    authenticate(options, request);
    response.json({ authorized: 'OK' });
  });
  router.put('/syncs/progress', async (request, response) => {
    const caller = allowed(authenticate(options, request), 'progress-write');
    const body = await readBody(request, response);
    const position = positionBody.safeParse(body);
    if (!position.success) {
      const isNameless = position.error.issues.some(({ path }) => path[0] === 'document');
      refuse(
        response,
        isNameless ? codes.documentMissing : codes.invalid,
        isNameless ? "Field 'document' not provided." : 'Invalid request',
      );
      return;
    }
    const { document, updated_at } = koreader.put(caller, position.data);
    response.json({ document, timestamp: seconds(updated_at) });
  });
  router.get('/syncs/progress/:document', (request, response) => {
    const caller = allowed(authenticate(options, request), 'progress-read');
    const position = koreader.get(caller, request.params.document);
    response.json(position ? shown(position) : {});
  });
  router.use((request) => {
    throw new AppError('NotFound', `There is nothing at ${request.method} ${request.path}`);
  });
  router.use(errorsFor(log));
  return express.Router().use('/koreader', limitRate(), noStore, router);
};

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', neverCached);
  next();
};

/**
 * Throws Unauthorized, or TooManyRequests after many failures. A valid key is never refused,
 * because 32 random bytes cannot be guessed, and another device at the same address can be
 * misconfigured.
 */
const authenticate = (options: KoreaderOptions, request: Request): Caller => {
  const { headers } = request;
  const { byDigest, recordWrongKey, accountOf, loginLimiter } = options;
  const name = headers['x-auth-user']?.toString() ?? '';
  const digest = headers['x-auth-key']?.toString() ?? '';
  const from = originOf({ headers, ip: clientAddress(request) });
  const caller = byDigest(name, digest.toLowerCase(), from);
  if (caller) return caller;
  loginLimiter.begin(from.ip, accountOf(name));
  recordWrongKey(name, from);
  throw new AppError(
    'Unauthorized',
    'Octavo does not know this name and key. Log in with an API key as the password.',
  );
};

const allowed = (caller: Caller, permission: Permission): Caller => {
  if (caller.permissions.has(permission)) return caller;
  throw new AppError('Unauthorized', `The API key lacks the permission ${permission}`);
};

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

const shown = ({ updated_at, ...position }: KoreaderPosition) => ({
  ...position,
  timestamp: seconds(updated_at),
});

const refuse = (response: Response, code: number, message: string): void =>
  void response.status(403).json({ code, message });

const errorsFor =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const known = toAppError(error);
    if (!known)
      log.error({ err: error, method: request.method, path: request.path }, 'request failed');
    const answer = known ?? unexpected(error);
    const code = answer.code === 'Unauthorized' ? codes.unauthorized : codes.unknown;
    response.status(answer.status).set(answer.headers).json({ code, message: answer.message });
  };
