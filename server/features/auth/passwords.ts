import { AppError, retryAfter } from '../../../shared/errors.ts';
import { createFairQueue } from '../../tasks/fair-queue.ts';
import { normalize } from '../../text/search-key.ts';

/** Argon2id with OWASP's minimum: 19 MiB, two passes; 23 ms on the reference machine. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum queued checks in total (about a second of work) and per address. */
const maxWaiting = 50;
const maxOfOne = 20;

/** Loads the module with the first password, because startup does not need it. */
const loadArgon2 = () => import('@node-rs/argon2');

const hashed = async (password: string): Promise<string> => {
  const { hash } = await loadArgon2();
  return hash(password, parameters);
};

const verified = async (stored: string, password: string): Promise<boolean> => {
  const { verify } = await loadArgon2();
  return verify(stored, password);
};

/** Stored instead of a hash for people who sign in without a password. */
export const noPassword = '!';

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Takes the same time with and without a stored hash or password. Rejects with ServiceUnavailable when the
   * queue is full.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/**
 * Hashes and verifies passwords, at most four at once, so that a flood of sign-ins uses bounded
 * memory. A letter with an accent is the same from every keyboard, as one code point or two.
 */
export const createPasswords = ({
  ownerOf = () => '',
}: {
  /** Key for fair sharing: the requester whose password is checked. */
  ownerOf?: () => string;
} = {}): Passwords => {
  const queue = createFairQueue({
    concurrency: 4,
    limit: maxWaiting,
    share: maxOfOne,
    refuse: tooMany,
  });
  let decoy: Promise<string> | null = null;
  const makeHash = (password: string) => queue.run(() => hashed(normalize(password)), ownerOf());
  return {
    hash: makeHash,
    async verify(stored, password) {
      decoy ??= hashed('no user has this password');
      const usable = stored === noPassword ? null : stored;
      const against = usable ?? (await decoy);
      // Older hashes are of passwords as they were typed.
      for (const form of new Set([normalize(password), password])) {
        const fits = await queue.run(() => verified(against, form), ownerOf());
        if (fits) return usable !== null;
      }
      return false;
    },
  };
};

const tooMany = () =>
  new AppError('ServiceUnavailable', 'Too many sign-ins at once; try again soon', retryAfter(2));
