import { randomBytes } from 'node:crypto';

import type { SecondFactorRecord } from '../../../shared/api/second-factor.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import { qrCode } from '../../text/qr-code.ts';
import { checkAttempt } from '../auth/login-rate-limiter.ts';
import type { AuthService } from '../auth/service.ts';
import type { Settings } from '../settings/service.ts';
import type { UsersService } from '../users/service.ts';
import { newRecoveryCodes, recoveryCodeHash, type CheckCode } from './codes.ts';
import type { SecretBox } from './secret-box.ts';
import type { SecondFactorStore } from './store.ts';
import { base32, matchingStep, otpauthUri } from './totp.ts';

/** As RFC 4226 recommends. */
const secretBytes = 20;
/** How long a secret waits for its first code. */
const setupMs = 30 * 60 * 1000;

/** Two-factor sign-in of the caller. Throws Forbidden for an API key. */
export interface SecondFactorService {
  status(caller: Caller): SecondFactorRecord;
  /** Throws Conflict if it is on. */
  setUp(
    caller: Caller,
    currentPassword: string | null,
    from: Origin,
  ): Promise<{ secret: string; uri: string; qr_svg: string }>;
  /** Throws BadRequest for a wrong code, Conflict if no set-up waits for one. */
  confirm(caller: Caller, code: string): { recovery_codes: string[] };
  /** Throws Conflict if it is off, BadRequest for a wrong code. */
  renewCodes(caller: Caller, code: string, from: Origin): { recovery_codes: string[] };
  /** Throws like `renewCodes`. */
  turnOff(
    caller: Caller,
    given: { current_password: string | null; code: string },
    from: Origin,
  ): Promise<void>;
  /** For an admin. Throws NotFound, or Forbidden for a user with more rights. */
  removeOf(caller: Caller, userId: string): void;
}

export const createSecondFactorService = ({
  store,
  auth,
  users,
  box,
  checkCode,
  settings,
  clock,
  onChange,
}: {
  store: SecondFactorStore;
  auth: Pick<
    AuthService,
    'reauthenticate' | 'isTrusted' | 'refuseOwn' | 'limited' | 'userWithId' | 'endSessions'
  >;
  users: Pick<UsersService, 'managed'>;
  box: SecretBox;
  checkCode: CheckCode;
  settings: Pick<Settings, 'get'>;
  clock: () => Date;
  /** Called when an account changes: open streams are revalidated. */
  onChange: () => void;
}): SecondFactorService => {
  const isOn = (userPk: number): boolean => (store.totp(userPk)?.confirmed_at ?? null) !== null;
  const now = () => clock().toISOString();

  const useCode = (caller: Caller, code: string, from: Origin): void => {
    const { user_pk } = caller;
    if (!isOn(user_pk)) throw new AppError('Conflict', 'Two-factor sign-in is off');
    // A stolen session must not be able to guess.
    const attempt = auth.limited(caller, from);
    if (!checkAttempt(attempt, () => checkCode(user_pk, code))) throw wrongCode();
    attempt.succeed();
  };
  const replaceCodes = (userPk: number): { recovery_codes: string[] } => {
    const recovery_codes = newRecoveryCodes();
    store.setCodes(userPk, recovery_codes.map(recoveryCodeHash));
    return { recovery_codes };
  };

  return {
    status: (caller) => ({
      enabled: isOn(caller.user_pk),
      recovery_codes_left: store.codesLeft(caller.user_pk),
      current_password_required: !auth.isTrusted(caller),
    }),
    async setUp(caller, currentPassword, from) {
      await auth.reauthenticate(caller, currentPassword, from);
      const secret = randomBytes(secretBytes);
      const sealed = box.seal(secret, String(caller.user_pk));
      if (!store.begin(caller.user_pk, sealed, now())) {
        throw new AppError('Conflict', 'Two-factor sign-in is already on');
      }
      const uri = otpauthUri(secret, caller.user.username, settings.get('server.name'));
      return { secret: base32(secret), uri, qr_svg: await qrCode(uri) };
    },
    confirm(caller, code) {
      refuseKey(caller);
      const { user_pk } = caller;
      const row = store.totp(user_pk);
      const secret = row && box.open(row.secret, String(user_pk));
      const isWaiting =
        row?.confirmed_at === null && clock().getTime() - Date.parse(row.created_at) < setupMs;
      if (!secret || !isWaiting) throw notWaiting();
      const typed = code.replace(/[\s-]/g, '');
      const step = matchingStep(secret, typed, { time: clock(), after: 0 });
      if (step === null) throw wrongCode();
      const recovery_codes = newRecoveryCodes();
      const change = { user_pk, step, now: now() };
      if (!store.confirm(change, recovery_codes.map(recoveryCodeHash))) throw notWaiting();
      // They began with less than is asked from now on.
      auth.endSessions(user_pk, caller.jti);
      return { recovery_codes };
    },
    renewCodes(caller, code, from) {
      refuseKey(caller);
      useCode(caller, code, from);
      return replaceCodes(caller.user_pk);
    },
    async turnOff(caller, { current_password, code }, from) {
      await auth.reauthenticate(caller, current_password, from);
      useCode(caller, code, from);
      store.turnOff(caller.user_pk, now());
      onChange();
    },
    removeOf(caller, userId) {
      users.managed(caller, userId);
      auth.refuseOwn(caller, userId);
      const user = auth.userWithId(userId);
      if (!user) throw notFound('User', userId);
      store.removeAll(user.pk, now());
      auth.endSessions(user.pk, caller.jti);
    },
  };
};

const wrongCode = () =>
  badField('body.code', 'This code is wrong or was already used; enter the one that is shown now');

const notWaiting = () =>
  new AppError('Conflict', 'The set-up has ended; begin again with a new QR code');

const refuseKey = ({ auth_method }: Caller) => {
  if (auth_method === 'api_key')
    throw new AppError('Forbidden', 'An API key cannot change its user');
};
