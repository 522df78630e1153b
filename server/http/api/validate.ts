import type { z } from 'zod';

import { AppError, type FieldProblem } from '../../../shared/errors.ts';

/** Validates one part of a request; throws a 400 that names each invalid field. */
export const validate = (schema: z.ZodType, value: unknown, part: 'query' | 'body'): unknown => {
  const result = schema.safeParse(value, { error: nameMissing });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue): FieldProblem => ({
    path: [part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  const first = problems[0];
  throw new AppError(
    'BadRequest',
    first ? `${first.path}: ${first.message}` : `The ${part} is invalid`,
    {
      details: problems,
    },
  );
};

const nameMissing: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? 'This is missing' : undefined;
