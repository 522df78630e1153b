import type { AuthStore } from '../features/auth/store.ts';
import type { AuthService } from '../features/auth/service.ts';
import type { Sessions } from '../features/auth/sessions.ts';
import { createAttempts } from '../features/single-sign-on/attempts.ts';
import { createApplyGroups } from '../features/single-sign-on/groups.ts';
import { createIdentitiesService } from '../features/single-sign-on/identities.ts';
import { createIdentitiesStore } from '../features/single-sign-on/identities-store.ts';
import type { OpenId } from '../features/single-sign-on/openid.ts';
import { createPeople } from '../features/single-sign-on/people.ts';
import { createProvidersService } from '../features/single-sign-on/providers.ts';
import { createProxySignIn } from '../features/single-sign-on/proxy-sign-in.ts';
import type { SingleSignOnRoutes } from '../features/single-sign-on/routes.ts';
import { createSingleSignOn } from '../features/single-sign-on/service.ts';
import { createSsoSessions } from '../features/single-sign-on/sso-sessions.ts';
import { createProvidersStore } from '../features/single-sign-on/store.ts';
import type { SignInsService } from '../features/sign-ins/service.ts';
import type { UsersService } from '../features/users/service.ts';
import type { AppContext } from './app-context.ts';

interface Parts {
  authStore: AuthStore;
  auth: Pick<AuthService, 'reauthenticate'>;
  sessions: Sessions;
  users: UsersService;
  signIns: SignInsService;
}

/** Sign-in through OpenID providers and by a trusted proxy. */
export const createSingleSignOnServices = (
  { database, clock, log }: Pick<AppContext, 'database' | 'clock' | 'log'>,
  { authStore: accounts, auth, sessions, users, signIns }: Parts,
): SingleSignOnRoutes => {
  const store = createProvidersStore(database);
  const identities = createIdentitiesStore(database);
  const applyGroups = createApplyGroups({ users, log });
  let library: Promise<OpenId> | null = null;
  /** Loaded for the first provider, because most servers have none. */
  const openId = () => (library ??= loadOpenId());
  const people = createPeople({ identities, accounts, users, signIns, applyGroups, clock });
  const attempts = createAttempts(clock);
  const providers = store;
  const singleSignOn = createSingleSignOn({
    ...{ providers, people, attempts, accounts, sessions, openId, log },
  });
  return {
    singleSignOn,
    ssoSessions: createSsoSessions({
      ...{ providers, identities, attempts, accounts, sessions, signIns, openId },
    }),
    identities: createIdentitiesService({
      identities,
      accounts,
      singleSignOn,
      auth,
      clock,
    }),
    providers: createProvidersService({ store, openId, clock, log }),
    proxy: createProxySignIn({ store, accounts, users, sessions, signIns, applyGroups }),
  };
};

const loadOpenId = async (): Promise<OpenId> => {
  const { createOpenId } = await import('../features/single-sign-on/openid.ts');
  return createOpenId();
};
