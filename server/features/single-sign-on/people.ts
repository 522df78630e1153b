import { usernameSchema } from '../../../shared/api/account-fields.ts';
import type { Origin } from '../../http/net/origin.ts';
import { normalizeEmail, signInKey } from '../auth/sign-in-names.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import type { UsersService } from '../users/service.ts';
import { isAllowed, type ApplyGroups } from './groups.ts';
import type { IdentitiesStore } from './identities-store.ts';
import {
  SsoError,
  type Account,
  type Accounts,
  type ArrivingPerson,
  type StoredProvider,
} from './types.ts';

/** Attempts to find a free user name. */
const maxNames = 100;

export interface People {
  /**
   * The account of a person who arrives from a provider; links or creates it where the settings
   * allow that. Throws SsoError.
   */
  admit(provider: StoredProvider, person: ArrivingPerson, from: Origin): Account;
  /** Links the person's account at the provider with this one. Throws SsoError. */
  link(provider: StoredProvider, person: ArrivingPerson, userPk: number): void;
}

export const createPeople = ({
  identities,
  accounts,
  users,
  signIns,
  applyGroups,
  clock,
}: {
  identities: IdentitiesStore;
  accounts: Pick<Accounts, 'userByPk' | 'userById' | 'userBySignInName'>;
  users: Pick<UsersService, 'admit'>;
  signIns: Pick<SignInsService, 'record'>;
  applyGroups: ApplyGroups;
  clock: () => Date;
}): People => {
  const subjectOf = ({ pk }: StoredProvider, person: ArrivingPerson) => ({
    provider_pk: pk,
    issuer: person.issuer,
    subject: person.subject,
    label: person.names[0] ?? person.email ?? person.subject,
  });
  const now = () => clock().toISOString();
  const isFree = (name: string) => accounts.userBySignInName(signInKey(name)) === null;

  /**
   * A confirmed address finds the account with it, unless only its user says that it is theirs: they could sign in as
   * before to an account that has got somebody else's roles.
   */
  const byEmail = ({ email, is_email_verified }: ArrivingPerson): Account | null => {
    const key = normalizeEmail(is_email_verified ? email : null);
    const user = key === null ? null : accounts.userBySignInName(key);
    if (!user || normalizeEmail(user.email) !== key) return null;
    return user.verification_pending || user.email_claimed ? null : user;
  };

  const create = (person: ArrivingPerson): Account | null => {
    const email = person.is_email_verified && isFree(person.email ?? '') ? person.email : null;
    const username = possibleNames(person).find(isFree);
    if (username === undefined) return null;
    return accounts.userById(users.admit({ username, email }).id);
  };

  const find = (provider: StoredProvider, person: ArrivingPerson): Account => {
    const subject = subjectOf(provider, person);
    const pk = identities.owner(subject);
    if (pk !== null) {
      const user = accounts.userByPk(pk);
      if (user) return user;
    }
    if (!isAllowed(provider, person.groups)) throw new SsoError('not_in_group');
    const linked = provider.links_by_email ? byEmail(person) : null;
    const user = linked ?? (provider.creates_people ? create(person) : null);
    if (!user) throw new SsoError('no_account');
    if (user.is_active) identities.insert(user.pk, subject, now());
    return user;
  };

  return {
    admit: (provider, person, from) => {
      const user = identities.transaction(() => find(provider, person));
      const refused = !user.is_active
        ? 'deactivated'
        : isAllowed(provider, person.groups)
          ? null
          : 'not_in_group';
      if (refused !== null) {
        const source = 'single_sign_on';
        signIns.record({ ...from, user_pk: user.pk, source, via: provider.name, failure: refused });
        throw new SsoError(refused);
      }
      identities.used(subjectOf(provider, person), now());
      applyGroups(user.id, provider, person.groups);
      return accounts.userByPk(user.pk) ?? user;
    },
    link: (provider, person, userPk) => {
      if (!isAllowed(provider, person.groups)) throw new SsoError('not_in_group');
      const subject = subjectOf(provider, person);
      identities.transaction(() => {
        const owner = identities.owner(subject);
        if (owner !== null && owner !== userPk) throw new SsoError('linked_elsewhere');
        if (owner === null) identities.insert(userPk, subject, now());
      });
    },
  };
};

/**
 * User names for a new person, best first. An address is not used as a name, because it could be
 * somebody else's.
 */
const possibleNames = ({ names, subject }: ArrivingPerson): string[] => {
  const bases = [...names, subject, 'reader'].flatMap((name) => {
    const text = (name.split('@', 1)[0] ?? '').replaceAll(':', '').trim().slice(0, 60);
    const { success, data } = usernameSchema.safeParse(text);
    return success ? [data] : [];
  });
  const numbered = bases.flatMap((base) =>
    Array.from({ length: maxNames }, (_, index) => `${base}-${index + 2}`),
  );
  return [...bases.slice(0, 1), ...numbered];
};
