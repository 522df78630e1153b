import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

import { AppError } from '../../../shared/errors.ts';

/** Argon2id with OWASP's minimum: 19 MiB, two passes; 23 ms here. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Checks that wait for their turn: about a second of work. */
const maxWaiting = 50;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether there is a stored hash or not. Rejects with ServiceUnavailable where too
   * many wait already.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Hashes and checks passwords, at most four at once so that a flood of sign-ins costs bounded memory. */
export const createPasswords = (): Passwords => {
  const queue = new PQueue({ concurrency: 4 });
  let decoy: Promise<string> | null = null;
  const makeHash = (password: string) => queue.add(() => hash(password, parameters));
  return {
    hash: makeHash,
    async verify(stored, password) {
      if (queue.size >= maxWaiting) {
        throw new AppError(
          'ServiceUnavailable',
          'Too many people sign in at once; try again soon',
          {
            headers: { 'Retry-After': '2' },
          },
        );
      }
      decoy ??= makeHash('no user has this password');
      const against = stored ?? (await decoy);
      const fits = await queue.add(() => verify(against, password));
      return fits && stored !== null;
    },
  };
};
