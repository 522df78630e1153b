import type { EndpointResult } from '../../../shared/endpoint.ts';
import type { listIdentities } from '../../../shared/api/single-sign-on.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { refuseKeys, type Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import { noPassword } from '../auth/passwords.ts';
import type { AuthService } from '../auth/service.ts';
import { freshMinutes } from '../auth/sessions.ts';
import type { IdentitiesStore } from './identities-store.ts';
import type { SingleSignOnService, Visit } from './service.ts';
import type { Accounts } from './types.ts';

export interface IdentitiesService {
  list(caller: Caller): EndpointResult<typeof listIdentities>;
  /**
   * Returns the provider's address. Needs the current password, or a session that has just begun,
   * so that a stolen one cannot gain a lasting way in. Throws Forbidden.
   */
  link(
    caller: Caller,
    given: { slug: string; current_password: string | null },
    visit: Visit,
  ): Promise<string>;
  /** Needs what `link` needs. Throws Conflict for the last way to sign in. */
  unlink(caller: Caller, id: string, currentPassword: string | null, from: Origin): Promise<void>;
}

/** The caller's own accounts at providers. */
export const createIdentitiesService = ({
  identities,
  accounts,
  singleSignOn,
  auth,
  clock,
}: {
  identities: Pick<IdentitiesStore, 'ofUser' | 'remove' | 'sessionBegan'>;
  accounts: Pick<Accounts, 'userByPk'>;
  singleSignOn: Pick<SingleSignOnService, 'buttons' | 'startLink'>;
  auth: Pick<AuthService, 'reauthenticate'>;
  clock: () => Date;
}): IdentitiesService => {
  const hasPassword = ({ user_pk }: Caller) => {
    const user = accounts.userByPk(user_pk);
    return user !== null && user.password_hash !== noPassword;
  };
  const hasJustBegun = ({ jti }: Caller): boolean => {
    const began = jti === null ? null : identities.sessionBegan(jti);
    if (began === null) return false;
    const age = clock().getTime() - Date.parse(began);
    return age >= 0 && age < freshMinutes * 60_000;
  };

  const confirm = async (caller: Caller, password: string | null, from: Origin) => {
    if (!hasPassword(caller)) {
      if (hasJustBegun(caller)) return;
      throw new AppError(
        'Forbidden',
        `For your safety, linked accounts can be changed only within ${freshMinutes} minutes of signing in. Sign out and in again.`,
      );
    }
    await auth.reauthenticate(caller, password, from);
  };

  return {
    list: (caller) => ({
      has_password: hasPassword(caller),
      identities: identities
        .ofUser(caller.user_pk)
        .map(({ is_usable: _, ...identity }) => identity),
      providers: singleSignOn.buttons(),
    }),
    async link(caller, { slug, current_password }, visit) {
      if (!singleSignOn.buttons().some((button) => button.slug === slug)) {
        throw notFound('Sign-in provider', slug);
      }
      refuseKey(caller);
      await confirm(caller, current_password, visit.from);
      return singleSignOn.startLink(slug, caller, visit);
    },
    async unlink(caller, id, currentPassword, from) {
      const own = identities.ofUser(caller.user_pk);
      if (!own.some((identity) => identity.id === id)) throw notFound('Linked account', id);
      refuseKey(caller);
      const others = own.filter((identity) => identity.id !== id && identity.is_usable);
      if (others.length === 0 && !hasPassword(caller)) {
        throw new AppError(
          'Conflict',
          'You could no longer sign in. Link another account first, or ask an admin for a password.',
        );
      }
      await confirm(caller, currentPassword, from);
      identities.remove(id);
    },
  };
};

const refuseKey = refuseKeys('An API key or a paired device cannot change linked accounts');
