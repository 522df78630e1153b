import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';

import { AppError, badField } from '../../shared/errors.ts';
import { storageProblem } from '../database/storage-problem.ts';

/** Maps every failure to an error body. What it cannot explain is logged and answered with a bare 500. */
export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      // The answer has begun: all that is left is to break it off.
      response.destroy();
      return;
    }
    // Nobody is left to tell, and whoever went away is no failure of ours.
    if (response.destroyed) return;
    const known = toAppError(error);
    const unstored = known ? null : storageProblem(error);
    const answer =
      known ??
      (unstored === null
        ? new AppError('InternalError', 'Something went wrong on the server')
        : new AppError('ServiceUnavailable', unstored, { headers: { 'Retry-After': '60' } }));
    if (!known)
      log.error({ err: error, method: request.method, path: request.path }, 'request failed');
    response.status(answer.status).set(answer.headers).json(answer.toBody());
  };

/** What a caller may know of a failure; null where it is a fault of ours. */
export const toAppError = (error: unknown): AppError | null =>
  error instanceof AppError ? error : fromFramework(error);

/** Express and its body parser mark their errors with a type or a status. */
const fromFramework = (error: unknown): AppError | null => {
  if (!(error instanceof Error)) return null;
  const { type, code, status, limit } = error as Error & {
    type?: string;
    code?: string;
    status?: number;
    limit?: number;
  };
  switch (type) {
    case 'entity.too.large':
      return new AppError('PayloadTooLarge', `The body is larger than ${limit ?? 0} bytes`);
    case 'entity.parse.failed':
      return new AppError('BadRequest', 'The body is not valid JSON', {
        details: [{ path: 'body', message: error.message }],
      });
    case 'entity.verify.failed':
      return badField('body', error.message);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new AppError('UnsupportedMediaType', 'Send the body as application/json in UTF-8');
    case 'request.size.invalid':
    case 'request.aborted':
      return badField('body', 'The body did not arrive whole');
    default:
      break;
  }
  if (code?.startsWith('Z_')) {
    return badField('body', 'The body is not compressed as Content-Encoding says');
  }
  if (error instanceof URIError) return new AppError('NotFound', 'No such path');
  if (status === 400) return new AppError('BadRequest', 'The request is malformed');
  return null;
};
