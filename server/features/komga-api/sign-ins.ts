import { AppError, notFound } from '../../../shared/errors.ts';
import type { UserSummary } from '../../../shared/api/auth.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import type { SignInAttempt, SignInFailure, SignInSource } from '../sign-ins/sign-in.ts';
import type { UsersService } from '../users/service.ts';
import { isKomgaAdmin } from './admin.ts';
import { allUsers } from './people/routes.ts';
import { pageOfArray } from './page.ts';
import type { KomgaSort } from './query.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import { seconds } from './values.ts';

/**
 * Sign-ins reveal a user's location: an API key needs permission to list its user's keys to see
 * them.
 */
const needs = ['api-keys-read'] as const;

/** The caller's own sign-ins, and for admins those of everybody. */
export const komgaSignInRoutes = ({
  signIns,
  users,
}: {
  signIns: Pick<SignInsService, 'list' | 'ofEverybody'>;
  users: Pick<UsersService, 'get' | 'list'>;
}): KomgaRoute[] => [
  komgaRoute(
    {
      method: 'GET',
      path: '/api/v2/users/authentication-activity',
      needs: ['users-read'],
      admin: true,
    },
    ({ query }) => {
      const byId = new Map(allUsers(users).map((user) => [user.id, user]));
      const sorted = sortedBy(signIns.ofEverybody(), query.sort());
      return pageOfArray(
        sorted.flatMap(({ user_id, ...signIn }) => {
          const user = byId.get(user_id);
          return user ? [activityOf(signIn, user)] : [];
        }),
        query.page(),
      );
    },
  ),
  komgaRoute(
    { method: 'GET', path: '/api/v2/users/me/authentication-activity', needs },
    ({ caller, query }) => {
      const sorted = sortedBy(signIns.list(caller.user_pk), query.sort());
      return pageOfArray(
        sorted.map((signIn) => activityOf(signIn, caller.user)),
        query.page(),
      );
    },
  ),
  komgaRoute(
    { method: 'GET', path: '/api/v2/users/:id/authentication-activity/latest', needs },
    ({ caller, params: { id = '' }, query }) => {
      const isOwn = id === caller.user.id;
      if (!isOwn && !(isKomgaAdmin(caller) && caller.permissions.has('users-read'))) {
        throw new AppError('Forbidden', 'You can only see your own sign-ins');
      }
      const user = isOwn ? caller.user : users.get(id);
      const keyId = query.text('apikey_id');
      const all = isOwn
        ? signIns.list(caller.user_pk)
        : signIns.ofEverybody().filter(({ user_id }) => user_id === id);
      const latest = all.find(({ key_id }) => keyId === undefined || key_id === keyId);
      if (!latest) throw notFound('Sign-in of user', id);
      return activityOf(latest, user);
    },
  ),
];

const sources: Record<SignInSource, string> = {
  password: 'Password',
  passkey: 'Passkey',
  api_key: 'ApiKey',
  remember_me: 'RememberMe',
  pairing: 'Pairing',
  ticket: 'Desktop',
  single_sign_on: 'OAuth2',
  proxy: 'Proxy',
  password_reset: 'PasswordReset',
};

const failures: Record<SignInFailure, string> = {
  wrong_password: 'The password is wrong',
  wrong_code: 'The code is wrong',
  wrong_passkey: 'The passkey is wrong',
  wrong_key: 'The API key is wrong',
  deactivated: 'The account is deactivated',
  unconfirmed: 'The e-mail address is not confirmed',
  not_in_group: 'The groups do not allow it',
};

const errorOf = ({ failure }: SignInAttempt) => (failure === null ? null : failures[failure]);

const activityOf = (
  signIn: SignInAttempt,
  { id, username, email }: Pick<UserSummary, 'id' | 'username' | 'email'>,
) => ({
  userId: id,
  email: email ?? username,
  apiKeyId: signIn.key_id,
  apiKeyComment: signIn.key_name,
  ip: signIn.address,
  userAgent: signIn.user_agent,
  success: signIn.failure === null,
  error: errorOf(signIn),
  dateTime: seconds(signIn.created_at),
  source: sources[signIn.source],
});

/** Sort fields, in lower case. */
const sortKeys = new Map<string, (signIn: SignInAttempt) => string>([
  ['datetime', ({ created_at }) => created_at],
  ['ip', ({ address }) => address],
  ['useragent', ({ user_agent }) => user_agent ?? ''],
  ['success', ({ failure }) => String(failure === null)],
  ['source', ({ source }) => sources[source]],
  ['error', (signIn) => errorOf(signIn) ?? ''],
]);

/** Stable sort; newest first among equals. */
const sortedBy = <SignIn extends SignInAttempt>(
  signIns: SignIn[],
  sort: readonly KomgaSort[],
): SignIn[] => {
  const orders = sort.flatMap(({ property, direction }) => {
    const key = sortKeys.get(property.toLowerCase());
    return key ? [{ key, sign: direction === 'asc' ? 1 : -1 }] : [];
  });
  return signIns.toSorted((a, b) => {
    for (const { key, sign } of orders) {
      const [left, right] = [key(a), key(b)];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  });
};
