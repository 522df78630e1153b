import { AppError } from '../../../shared/errors.ts';
import { takenName } from '../../database/sign-in-names.ts';
import { fold } from '../../text/fold.ts';

/** A typed user name or e-mail address as it is compared: without regard to case and surrounding blanks. */
export const signInKey = (typed: string): string => fold(typed.trim());

/** The address as it is compared: one mailbox is one user, however it is spelled. */
export const emailKey = (email: string | null): string | null =>
  email === null ? null : signInKey(email);

/**
 * Runs a write of these names; throws Conflict where somebody else signs in with one of them.
 *
 * Nobody confirms most addresses: an admin or the person types them. That is safe because an address signs
 * in to the account that holds it, with the password of that account, and can never be a name or an address
 * that another account holds already. Whoever claims a strange address gains no account and takes no
 * existing sign-in away; its owner finds it in use, and an admin sees by whom. A registration that has not
 * confirmed its address does not even do that: it gives the address up to an admin who gives it to
 * somebody else (users/store.ts), and cannot take one as its user name (registration/service.ts).
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
      throw new AppError('Conflict', `Somebody else signs in with "${name}"`);
    }
    throw new AppError(
      'Conflict',
      field === 'username'
        ? `A user named "${username}" already exists`
        : 'Another user has this e-mail address',
    );
  }
};
