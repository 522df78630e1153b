import type { IncomingHttpHeaders } from 'node:http';

import { usernameSchema } from '../../../shared/api/account-fields.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { ProxySignInSettings } from '../../../shared/api/sign-in-providers.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import { createAddressList, isNetwork, plainAddress } from '../../config/proxy-values.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import type { Sessions } from '../auth/sessions.ts';
import { normalize } from '../../text/search-key.ts';
import { signInKey } from '../auth/sign-in-names.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import type { UsersService } from '../users/service.ts';
import { isAllowed, type ApplyGroups } from './groups.ts';
import { refuseKeyForSignIn } from './providers.ts';
import type { ProvidersStore } from './store.ts';
import type { Account, Accounts } from './types.ts';

/** A request that a proxy may have passed on. */
export interface ProxiedRequest {
  headers: IncomingHttpHeaders;
  /** Address of the socket, which no header changes. */
  peer: string;
  from: Origin;
}

export interface ProxySignInService {
  settings(): ProxySignInSettings;
  /** Throws Forbidden for an API key and BadRequest for an unusable address. */
  update(caller: Caller, settings: ProxySignInSettings): ProxySignInSettings;
  /** Whether sign-in by a proxy is on and a request has its header. */
  isOffered(headers: IncomingHttpHeaders): boolean;
  /** Throws Forbidden with the reason. */
  signIn(request: ProxiedRequest): LoginResponse;
}

export const createProxySignIn = ({
  store,
  accounts,
  users,
  sessions,
  signIns,
  applyGroups,
}: {
  store: Pick<ProvidersStore, 'proxySignIn' | 'saveProxySignIn'>;
  accounts: Pick<Accounts, 'userByName' | 'userById' | 'userByPk'>;
  users: Pick<UsersService, 'admit'>;
  sessions: Pick<Sessions, 'begin'>;
  signIns: Pick<SignInsService, 'record'>;
  applyGroups: ApplyGroups;
}): ProxySignInService => {
  const settings = (): ProxySignInSettings => store.proxySignIn() ?? initial;

  const create = (username: string): Account | null => {
    const { success, data } = usernameSchema.safeParse(username);
    if (!success)
      throw new AppError('Forbidden', `"${username}" cannot be a user name here; ask an admin`);
    return accounts.userById(users.admit({ username: data, email: null }).id);
  };

  return {
    settings,
    update(caller, given) {
      refuseKeyForSignIn(caller);
      refuseNoNetwork(given);
      if (given.enabled && given.trusted_proxies.length === 0) {
        throw badField('body.trusted_proxies', 'Name the address of the proxy');
      }
      store.saveProxySignIn(given);
      return settings();
    },
    isOffered(headers) {
      const { enabled, user_header } = settings();
      return enabled && headers[user_header.toLowerCase()] !== undefined;
    },
    signIn({ headers, peer, from }) {
      const rules = settings();
      if (!rules.enabled) throw new AppError('Forbidden', 'Sign-in by a proxy is switched off');
      const address = plainAddress(peer);
      if (!createAddressList(rules.trusted_proxies)(address)) {
        throw new AppError(
          'Forbidden',
          `The header ${rules.user_header} came from ${address}, which is not a trusted proxy. Sign in another way, or ask an admin to add this address.`,
        );
      }
      const username = readHeader(headers, rules.user_header);
      if (username === null) {
        throw new AppError(
          'Forbidden',
          `The proxy sent no single user name in the header ${rules.user_header}. An admin has to check its configuration.`,
        );
      }
      const groups = (readHeader(headers, rules.groups_header, true) ?? '')
        .split(/[,|;]/)
        .flatMap((group) => group.trim() || []);
      const known = accounts.userByName(signInKey(username));
      const source = 'proxy';
      const recordFailure = (failure: 'deactivated' | 'not_in_group') => {
        if (known) signIns.record({ ...from, user_pk: known.pk, source, failure });
      };
      if (!isAllowed(rules, groups)) {
        recordFailure('not_in_group');
        throw new AppError(
          'Forbidden',
          'Your groups do not allow you to sign in here; ask an admin',
        );
      }
      const user = known ?? (rules.creates_people ? create(username) : null);
      if (!user) {
        throw new AppError(
          'Forbidden',
          `There is no account named "${username}"; ask an admin to add it`,
        );
      }
      if (!user.is_active) {
        recordFailure('deactivated');
        throw new AppError('Forbidden', 'Your account is deactivated; ask an admin');
      }
      applyGroups(user.id, rules, groups);
      signIns.record({ ...from, user_pk: user.pk, source, via: rules.user_header });
      return sessions.begin(accounts.userByPk(user.pk) ?? user, from, { source });
    },
  };
};

const initial: ProxySignInSettings = {
  enabled: false,
  user_header: 'Remote-User',
  groups_header: 'Remote-Groups',
  trusted_proxies: [],
  group_roles: [],
  group_libraries: [],
  only_groups: [],
  creates_people: false,
};

const refuseNoNetwork = ({ trusted_proxies }: ProxySignInSettings): void => {
  const index = trusted_proxies.findIndex((entry) => !isNetwork(entry));
  if (index < 0) return;
  throw badField(
    `body.trusted_proxies.${index}`,
    `"${trusted_proxies[index]}" is neither an address nor a network such as 10.0.0.0/8`,
  );
};

/**
 * Null without a value, and for several names: a client can have sent one beside that of the proxy,
 * and Node joins them with a comma. Node reads headers as Latin-1, proxies send UTF-8.
 */
const readHeader = (headers: IncomingHttpHeaders, name: string, isList = false): string | null => {
  const value = name === '' ? undefined : headers[name.toLowerCase()];
  if (typeof value !== 'string' || (!isList && value.includes(','))) return null;
  const text = normalize(Buffer.from(value, 'latin1').toString('utf8').trim());
  return text === '' ? null : text;
};
