import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';

import { AppError, badField, retryAfter } from '../../../shared/errors.ts';
import { MediaError } from '../../media/media-error.ts';
import { isDatabaseBusy, storageProblem } from '../../database/storage-problem.ts';
import { neverCached } from './content.ts';

/** Maps every error to an error body. Unexpected ones are logged and answered with a bare 500. */
export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      // The response has already begun, so it can only be aborted.
      response.destroy();
      return;
    }
    // The client has disconnected, which is not a server error.
    if (response.destroyed) return;
    const known = toAppError(error);
    const answer = known ?? unexpected(error);
    if (!known)
      log.error({ err: error, method: request.method, path: request.path }, 'request failed');
    // Without it, a cache in front may keep a 404 and send it to somebody else.
    response.setHeader('Cache-Control', neverCached);
    response.status(answer.status).set(answer.headers).json(answer.toBody());
  };

/** The response to an error that is not the request's: 503 if it is temporary, else a bare 500. */
export const unexpected = (error: unknown): AppError =>
  temporary(error) ?? new AppError('InternalError', 'Something went wrong on the server');

/** A temporary error that the request did not cause; null for any other. */
const temporary = (error: unknown): AppError | null => {
  const storage = storageProblem(error);
  if (storage !== null) {
    const seconds = isDatabaseBusy(error) ? 5 : 60;
    return new AppError('ServiceUnavailable', storage, retryAfter(seconds));
  }
  if (!isOutOfHandles(error)) {
    if (!(error instanceof MediaError) || error.reason !== 'unavailable') return null;
    return new AppError('ServiceUnavailable', error.message, retryAfter(10));
  }
  return new AppError(
    'ServiceUnavailable',
    'The server has as many files and connections open as its system allows. Try again in a moment; if this happens often, raise the limit of open files (ulimit -n).',
    retryAfter(5),
  );
};

const isOutOfHandles = (error: unknown): boolean =>
  [error, (error as { cause?: unknown } | null)?.cause].some((cause) =>
    /^(EMFILE|ENFILE)$/.test(String((cause as { code?: unknown } | null)?.code)),
  );

/** The public form of an error; null for an internal one. */
export const toAppError = (error: unknown): AppError | null =>
  error instanceof AppError ? error : fromFramework(error);

/** Express and its body parser add a type or a status to their errors. */
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
      return badField('body', 'The body is incomplete');
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
