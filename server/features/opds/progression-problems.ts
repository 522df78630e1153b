import type { ErrorRequestHandler } from 'express';

import type { ErrorCode } from '../../../shared/errors.ts';
import { toAppError } from '../../http/api/errors.ts';
import { sendJson } from './http.ts';

/** The path of a book's progression document, below the root of a version. */
export const progressPath = '/books/:id/progress';

/** Errors as Problem Details (RFC 7807), whose types tell clients why a position was refused. */
export const describeProblem: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const known = toAppError(error);
  if (!known || response.headersSent) {
    next(error);
    return;
  }
  const { type, title } = problems[known.code] ?? { type: 'about:blank', title: known.code };
  response.status(known.status).set(known.headers);
  const { status, message: detail } = known;
  sendJson(response, 'application/problem+json', { type, title, status, detail });
};

const registry = 'https://registry.opds.io/error#';
const problems: Partial<Record<ErrorCode, { type: string; title: string }>> = {
  BadRequest: {
    type: `${registry}progression-invalid-payload`,
    title: 'Progression could not be updated due to an invalid payload.',
  },
  Conflict: {
    type: `${registry}progression-date`,
    title: 'A more recent progression point is already available.',
  },
};
