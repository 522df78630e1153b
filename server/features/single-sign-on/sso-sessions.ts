import type { LoginResponse } from '../../../shared/api/auth.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import type { Attempts } from './attempts.ts';
import type { IdentitiesStore } from './identities-store.ts';
import type { OpenId } from './openid.ts';
import { signOutUri, type Visit } from './service.ts';
import type { ProvidersStore } from './store.ts';
import type { Accounts } from './types.ts';

export interface SsoSessions {
  /** Begins the session of somebody who came back. Throws Unauthorized. */
  redeem(code: string, visit: Visit): LoginResponse;
  /** The page at which the provider of the caller's session signs out, or null. */
  signOutUrl(caller: Caller, site: string): Promise<string | null>;
}

/** The sessions that begin with a provider. */
export const createSsoSessions = ({
  providers,
  identities,
  attempts,
  accounts,
  sessions,
  signIns,
  openId,
}: {
  providers: Pick<ProvidersStore, 'byId'>;
  identities: Pick<IdentitiesStore, 'addSession' | 'session'>;
  attempts: Pick<Attempts, 'redeem'>;
  accounts: Pick<Accounts, 'userByPk'>;
  sessions: Pick<Sessions, 'begin' | 'find'>;
  signIns: Pick<SignInsService, 'record'>;
  /** Loads the library for the first use. */
  openId: () => Promise<OpenId>;
}): SsoSessions => ({
  redeem(code, { browser, from }) {
    const arrival = attempts.redeem(code);
    const user = arrival ? accounts.userByPk(arrival.user_pk) : null;
    const provider = arrival ? providers.byId(arrival.provider_id) : null;
    if (!arrival || !isSameSecret(arrival.browser, browser) || !user?.is_active || !provider) {
      throw new AppError(
        'Unauthorized',
        'This sign-in was already used or has expired. Start it again on the sign-in page.',
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    }
    signIns.record({ ...from, user_pk: user.pk, source: 'single_sign_on', via: provider.name });
    const response = sessions.begin(user, from, { source: 'single_sign_on' });
    const session = sessions.find(response.access_token);
    if (session && provider.signs_out) {
      identities.addSession(session.jti, provider.id, arrival.id_token);
    }
    return response;
  },

  async signOutUrl({ jti }, site) {
    const session = jti === null ? null : identities.session(jti);
    const provider = session ? providers.byId(session.provider_id) : null;
    if (!session || !provider?.enabled || !provider.signs_out) return null;
    return (await openId()).signOutUrl(provider, session.id_token, signOutUri(site));
  },
});
