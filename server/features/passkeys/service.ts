import { isIP } from 'node:net';

import type { LoginResponse } from '../../../shared/api/auth.ts';
import {
  maxPasskeys,
  type NewPasskey,
  type Passkey,
  type PasskeyAssertion,
  type startPasskey,
} from '../../../shared/api/passkeys.ts';
import type { EndpointResult } from '../../../shared/endpoint.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import { refuseKeys, type Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import { wrongPasskey } from '../auth/password-check.ts';
import type { AuthService } from '../auth/service.ts';
import type { Settings } from '../settings/service.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import { createChallenges } from './challenges.ts';
import type { PasskeysStore } from './store.ts';
import { challengeOf, passkeyAlgorithms, verifyAssertion, verifyNewPasskey } from './webauthn.ts';

/** A passkey belongs to the host name of `site`, the web app's origin. */
export interface PasskeysService {
  /** Whether anybody has a passkey, so that the sign-in page offers them. */
  areUsed(): boolean;
  list(caller: Caller): { passkeys: Passkey[] };
  /** Throws Conflict where the host cannot have passkeys or the caller has too many. */
  start(
    caller: Caller,
    currentPassword: string | null,
    from: Origin & { site: string },
  ): Promise<EndpointResult<typeof startPasskey>>;
  /** Throws Forbidden for an API key, BadRequest for a response that fails a check. */
  add(caller: Caller, given: { name: string; credential: NewPasskey }, site: string): Passkey;
  /** Throws Forbidden for an API key, NotFound for an unknown passkey. */
  remove(caller: Caller, id: string, currentPassword: string | null, from: Origin): Promise<void>;
  startSignIn(site: string): { challenge: string; rp_id: string };
  /** Throws Unauthorized if any check fails. */
  signIn(
    given: { credential: PasskeyAssertion; stay_signed_in: boolean },
    from: Origin & { site: string },
  ): LoginResponse;
}

export const createPasskeysService = ({
  store,
  auth,
  settings,
  signIns,
  clock,
}: {
  store: PasskeysStore;
  auth: Pick<AuthService, 'reauthenticate' | 'beginByPasskey'>;
  settings: Pick<Settings, 'get'>;
  signIns: Pick<SignInsService, 'record'>;
  clock: () => Date;
}): PasskeysService => {
  // Apart, so that strangers cannot displace those of people who are signed in.
  const registrations = createChallenges<{ user_pk: number }>(clock);
  const publicChallenges = createChallenges<{ rp_id: string }>(clock);
  const now = () => clock().toISOString();

  return {
    areUsed: store.any,
    list: ({ user_pk }) => ({ passkeys: store.ofUser(user_pk) }),
    async start(caller, currentPassword, { site, ...from }) {
      await auth.reauthenticate(caller, currentPassword, from);
      const { user_pk, user } = caller;
      const rp_id = hostOf(site);
      if (isIP(rp_id.replace(/^\[|\]$/g, '')) !== 0) {
        throw new AppError(
          'Conflict',
          'Passkeys need a host name: open Octavo by its name instead of a numeric address',
        );
      }
      const existing = store.credentialIds(user_pk);
      refuseFull(existing);
      return {
        challenge: registrations.issue({ user_pk }),
        rp_id,
        rp_name: settings.get('server.name'),
        user_id: Buffer.from(user.id).toString('base64url'),
        username: user.username,
        algorithms: [...passkeyAlgorithms],
        existing,
      };
    },
    add(caller, { name, credential }, site) {
      refuseKey(caller);
      const { user_pk } = caller;
      const challenge = challengeOf(credential.response.clientDataJSON) ?? '';
      const rp_id = hostOf(site);
      const isOwn = registrations.take(challenge)?.user_pk === user_pk;
      const verified = isOwn && verifyNewPasskey(credential, { challenge, origin: site, rp_id });
      if (!verified) {
        throw badField('body.credential', 'The passkey could not be verified; try again');
      }
      refuseFull(store.credentialIds(user_pk));
      const { transports } = credential.response;
      const passkey = { ...verified, id: newId(), user_pk, name, rp_id, created_at: now() };
      if (!store.insert({ ...passkey, transports: JSON.stringify(transports) })) {
        throw new AppError('Conflict', 'This passkey exists already');
      }
      const { id, created_at } = passkey;
      return { id, name, host: rp_id, created_at, last_used_at: null };
    },
    async remove(caller, id, currentPassword, from) {
      if (!store.ofUser(caller.user_pk).some((passkey) => passkey.id === id)) {
        throw notFound('Passkey', id);
      }
      refuseKeyToRemove(caller);
      await auth.reauthenticate(caller, currentPassword, from);
      store.remove(caller.user_pk, id);
    },
    startSignIn(site) {
      const rp_id = hostOf(site);
      return { challenge: publicChallenges.issue({ rp_id }), rp_id };
    },
    signIn({ credential, stay_signed_in }, { site, ...from }) {
      const challenge = challengeOf(credential.response.clientDataJSON) ?? '';
      const rp_id = publicChallenges.take(challenge)?.rp_id;
      const passkey = store.byCredential(credential.id);
      if (!passkey) throw wrongPasskey();
      const isHere = rp_id === hostOf(site) && rp_id === passkey.rp_id;
      const counter = isHere
        ? verifyAssertion(credential, { challenge, origin: site, rp_id }, passkey)
        : null;
      const change = { id: passkey.id, seen: passkey.counter, now: now() };
      if (counter === null || !store.use({ ...change, counter })) {
        const { user_pk } = passkey;
        signIns.record({ ...from, user_pk, source: 'passkey', failure: 'wrong_passkey' });
        throw wrongPasskey();
      }
      return auth.beginByPasskey(passkey.user_pk, from, stay_signed_in);
    },
  };
};

const hostOf = (site: string): string => new URL(site).hostname;

const refuseFull = (existing: readonly string[]): void => {
  if (existing.length < maxPasskeys) return;
  throw new AppError('Conflict', `You can have at most ${maxPasskeys} passkeys`);
};

const refuseKeyToRemove = refuseKeys('An API key or a paired device cannot remove passkeys');

const refuseKey = ({ auth_method }: Caller) => {
  if (auth_method === 'api_key') {
    throw new AppError('Forbidden', 'An API key cannot change its user');
  }
};
