import { AppError } from '../../../shared/errors.ts';
import type { SignInFailure } from '../sign-ins/sign-in.ts';
import type { CheckPassword } from './authenticator.ts';
import { checkAttempt, type Attempt } from './login-rate-limiter.ts';
import type { AuthServiceParts } from './types.ts';
import { signInKey } from './sign-in-names.ts';
import type { AuthStore, UserRow } from './store.ts';

/**
 * Resolves a typed user name or e-mail address to an account and its rate-limit key. Both names have the same
 * key, so that they do not double the number of guesses.
 */
export const findAccount = (
  store: Pick<AuthStore, 'userBySignInName'>,
  typed: string,
): { user: UserRow | null; account: string } => {
  const key = signInKey(typed);
  const user = store.userBySignInName(key);
  return { user, account: user?.id ?? key };
};

/**
 * Verifies a name, a password and the code of a second factor. Wrong passwords, unknown names and deactivated
 * accounts fail with the same error in the same time.
 */
export const createPasswordCheck =
  ({
    store,
    passwords,
    loginLimiter,
    checkCode,
    mustVerify,
    signIns,
  }: Pick<
    AuthServiceParts,
    'store' | 'passwords' | 'loginLimiter' | 'checkCode' | 'mustVerify' | 'signIns'
  >): CheckPassword =>
  async (name, password, from, second) => {
    const isRightCode = (attempt: Attempt, userPk: number, code: string) =>
      checkAttempt(attempt, () => checkCode(userPk, code));
    const { user, account } = findAccount(store, name);
    const note = (failure: SignInFailure) => {
      if (user) signIns.record({ ...from, user_pk: user.pk, source: 'password', failure });
    };
    const attempt = loginLimiter.begin(from.ip, account);
    const fits = await passwords
      .verify(user?.password_hash ?? null, password)
      .catch((error: unknown) => {
        attempt.withdraw();
        throw error;
      });
    // Reads the user again, because the password may have been reset during the check.
    const present = user && store.userByPk(user.pk);
    const isSame = present?.password_hash === user?.password_hash;
    if (!fits || !isSame || !present?.is_active) {
      note(fits && isSame ? 'deactivated' : 'wrong_password');
      throw new AppError('Unauthorized', 'Wrong user name or password', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    if (!present.second_factor) {
      attempt.succeed();
    } else if (second === 'skip' || second.code === undefined) {
      // `succeed` would reset the count of earlier wrong codes.
      attempt.withdraw();
      if (second !== 'skip') throw codeRequired();
    } else if (isRightCode(attempt, present.pk, second.code)) {
      attempt.succeed();
    } else {
      note('wrong_code');
      throw wrongCode();
    }
    if (present.verification_pending && mustVerify()) {
      note('unconfirmed');
      throw unconfirmed();
    }
    return present;
  };

export const unconfirmed = () =>
  new AppError('Forbidden', 'Confirm your e-mail address first, with the link sent to it');

const unauthorized = (message: string, reason: string) =>
  new AppError('Unauthorized', message, {
    details: { reason },
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

const codeRequired = () =>
  unauthorized('Enter the code of your authenticator app too', 'otp_required');

const wrongCode = () =>
  unauthorized(
    'This code is wrong or was already used; enter the one that is shown now',
    'otp_wrong',
  );

export const wrongPasskey = () =>
  unauthorized('This passkey does not sign in here', 'passkey_wrong');
