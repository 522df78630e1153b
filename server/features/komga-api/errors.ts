import { STATUS_CODES } from 'node:http';

import type { ErrorRequestHandler, Request } from 'express';
import type { Logger } from 'pino';

import type { AppError, FieldProblem } from '../../../shared/errors.ts';
import { toAppError, unexpected } from '../../http/api/errors.ts';
import { neverCached } from '../../http/api/content.ts';

/** Maps every error to the format: `violations` for invalid fields, else a body with its status. */
export const komgaErrors =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (response.destroyed) return;
    const known = toAppError(error);
    if (!known)
      log.error({ err: error, method: request.method, path: request.path }, 'request failed');
    const answer = known ?? unexpected(error);
    response.set(answer.headers).removeHeader('WWW-Authenticate');
    // Scripts must not trigger the browser's sign-in dialog.
    if (answer.status === 401 && request.headers['x-requested-with'] !== 'XMLHttpRequest') {
      response.setHeader('WWW-Authenticate', 'Basic realm="Octavo"');
    }
    response.setHeader('Cache-Control', neverCached);
    response.status(answer.status).json(bodyOf(answer, request));
  };

const bodyOf = (error: AppError, request: Request) =>
  error.status === 400 && Array.isArray(error.details)
    ? {
        violations: (error.details as FieldProblem[]).map(({ path, message }) => ({
          fieldName: path.replace(/^(?:body|query)\./, ''),
          message,
        })),
      }
    : {
        timestamp: new Date().toISOString(),
        status: error.status,
        error: STATUS_CODES[error.status] ?? '',
        message: error.message,
        path: request.originalUrl.replace(/\?.*$/s, ''),
      };
