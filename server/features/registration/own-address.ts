import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import { normalizeEmail } from '../auth/sign-in-names.ts';
import type { RegistrationService } from './service.ts';

interface AddressOwner {
  id: string;
  username: string;
  email: string | null;
  /** Whether only the person entered the address. */
  email_claimed: boolean;
}

/**
 * Whether an e-mail address is the caller's own, so that the household's mail server can write to it. Mails a link
 * to an address that only the caller entered, because it can be a stranger's, and throws Forbidden until the link
 * was opened. `site` is the web app's URL for the link.
 */
export type IsOwnAddress = (caller: Caller, address: string, site: string) => boolean;

export const createIsOwnAddress =
  ({
    userByPk,
    hasMailServer,
    confirm,
  }: {
    userByPk: (userPk: number) => AddressOwner | null;
    hasMailServer: () => boolean;
    confirm: RegistrationService['confirm'];
  }): IsOwnAddress =>
  ({ user_pk }, address, site) => {
    const user = userByPk(user_pk);
    if (!user || user.email === null) return false;
    if (normalizeEmail(address) !== normalizeEmail(user.email)) return false;
    if (!user.email_claimed) return true;
    if (!hasMailServer()) {
      const reason = 'No mail server is set up. An admin can do that in the settings.';
      throw new AppError('Forbidden', reason);
    }
    const { id, username, email } = user;
    confirm({ id, username, email }, site);
    throw new AppError(
      'Forbidden',
      'Confirm your e-mail address by the link that was sent to it, then try again',
    );
  };
