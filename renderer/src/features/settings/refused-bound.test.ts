import { expect, test } from 'vitest';

import { AppError } from '../../../../shared/errors.ts';
import { refusedBound } from './refused-bound.ts';

const mebibyte = 1024 * 1024;

test.each([
  ['auth.token_ttl_seconds', '>=7200', 'small', { text: 'atLeast', bound: 2 }],
  ['server.max_body_bytes', `<=${64 * mebibyte}`, 'big', { text: 'atMost', bound: 64 }],
  ['releases.min_confidence', '<=1', 'big', { text: 'atMost', bound: 100 }],
  ['smtp.port', '<=65535', 'big', { text: 'atMost', bound: 65_535 }],
] as const)(
  'the limit of %s is reported in the unit that is shown',
  (name, limit, kind, expected) => {
    const message = `Too ${kind}: expected number to be ${limit}`;
    expect(refusedBound(new AppError('BadRequest', message), name)).toEqual(expected);
  },
);

test('other messages are left as they are', () => {
  const invalid = new AppError('BadRequest', 'Invalid input: expected int, received number');
  expect(refusedBound(invalid, 'smtp.port')).toBeNull();
  expect(refusedBound(null, 'smtp.port')).toBeNull();
});
