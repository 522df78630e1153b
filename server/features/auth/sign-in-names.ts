import { AppError } from '../../../shared/errors.ts';
import { takenName } from '../../database/sign-in-names.ts';
import { toSearchKey } from '../../text/search-key.ts';

/** Normalises a typed user name or e-mail address: ignores case and surrounding whitespace. */
export const signInKey = (typed: string): string => toSearchKey(typed.trim());

/** Normalises an e-mail address for comparison: different spellings of one mailbox are the same user. */
export const normalizeEmail = (email: string | null): string | null =>
  email === null ? null : signInKey(email);

/**
 * Runs a write of these names. Throws Conflict if another user signs in with one of them.
 *
 * Most addresses are unverified: an admin or the user enters them. That is safe because an address only signs
 * in to the account that holds it, with that account's password, and can never equal a name or address of
 * another account. A provider finds no account by an address that only its user entered
 * (single-sign-on/people.ts). Claiming another person's address grants no access and breaks no existing
 * sign-in. The owner of the address gets Conflict, and an admin sees which account holds it. An unconfirmed
 * registration has even fewer rights: it loses the address when an admin assigns it to another user
 * (users/store.ts), and cannot use one as its user name (registration/service.ts).
 */
export const claimNames = <Result>(
  { username, email }: { username: string; email: string | null },
  write: () => Result,
): Result => {
  try {
    return write();
  } catch (error) {
    const taken = takenName(error);
    if (!taken) throw error;
    const { field, isOtherKind } = taken;
    if (isOtherKind) {
      const name = field === 'username' ? username : (email ?? '');
      throw new AppError('Conflict', `Another user signs in with "${name}"`);
    }
    throw new AppError(
      'Conflict',
      field === 'username'
        ? `A user named "${username}" already exists`
        : 'Another user has this e-mail address',
    );
  }
};
