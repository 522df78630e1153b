import { hash } from 'node:crypto';

import { dayMs } from '../../shared/durations.ts';

/** A prime above all primary keys, so that each key gets a place of its own. */
const modulus = 2_147_483_647;

/**
 * Sort key of a random order that is the same for a day, so that pages of a list never overlap. The
 * day is part of the SQL, because remembered results depend on nothing else.
 */
export const shuffled = (pk: string, now = Date.now()): string => {
  const seed = hash('sha256', String(Math.floor(now / dayMs)), 'buffer').readUInt32BE() % modulus;
  return `(${pk} * ${seed + 1} % ${modulus})`;
};
