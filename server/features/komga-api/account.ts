import type { UserSummary } from '../../../shared/api/auth.ts';
import type { Restrictions } from '../../../shared/api/restrictions.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { AuthService } from '../auth/service.ts';
import type { UsersService } from '../users/service.ts';
import { isKomgaAdmin } from './admin.ts';
import { clearedCookies } from './cookies.ts';
import { ageRestrictionOf } from './people/restrictions.ts';
import { komgaRoute, type KomgaInput, type KomgaRoute } from './route.ts';

/** The current user, session cookies, and the endpoints that clients call before they sign in. */
export const komgaAccountRoutes = ({
  auth,
  users,
  prefix,
}: {
  auth: Pick<AuthService, 'logout'>;
  users: Pick<UsersService, 'get'>;
  prefix: () => string;
}): KomgaRoute[] => {
  const me = ({ caller, headers }: KomgaInput & { caller: Caller }) =>
    userOf(caller, typedName(headers.authorization), users.get(caller.user.id).restrictions);
  const logout = ({ caller, response }: KomgaInput & { caller: Caller }) => {
    auth.logout(caller);
    response.setHeader('Set-Cookie', clearedCookies(`/${prefix()}`));
  };
  return [
    komgaRoute({ method: 'GET', path: '/api/v1/users/me', needs: [] }, me),
    komgaRoute({ method: 'GET', path: '/api/v2/users/me', needs: [] }, me),
    // The authentication has already set the cookie.
    komgaRoute({ method: 'GET', path: '/api/v1/login/set-cookie', needs: [] }, () => undefined),
    komgaRoute({ method: 'GET', path: '/api/logout', needs: [] }, logout),
    komgaRoute({ method: 'POST', path: '/api/logout', needs: [] }, logout),
    komgaRoute({ method: 'GET', path: '/api/v1/claim', needs: 'public' }, () => ({
      isClaimed: true,
    })),
    komgaRoute({ method: 'GET', path: '/api/v1/oauth2/providers', needs: 'public' }, () => []),
  ];
};

const userOf = (caller: Caller, typed: string | null, restrictions: Restrictions | null) => ({
  ...komgaUser(caller.user, {
    permissions: caller.permissions,
    isAdmin: isKomgaAdmin(caller),
    restrictions,
  }),
  // One client requires its own input back here; web apps display it and use nothing else to sign
  // in.
  ...(typed === null ? {} : { email: typed }),
});

/** A user in the format. */
export const komgaUser = (
  { id, email, username }: Pick<UserSummary, 'id' | 'email' | 'username'>,
  {
    permissions,
    isAdmin,
    restrictions,
  }: {
    permissions: ReadonlySet<Permission>;
    isAdmin: boolean;
    restrictions: Restrictions | null;
  },
) => ({
  id,
  email: email ?? username,
  roles: [
    'USER',
    ...(isAdmin ? ['ADMIN'] : []),
    ...(permissions.has('books-download') ? ['FILE_DOWNLOAD'] : []),
    ...(permissions.has('pages-read') ? ['PAGE_STREAMING'] : []),
  ],
  sharedAllLibraries: (restrictions?.library_ids ?? null) === null,
  sharedLibrariesIds: restrictions?.library_ids ?? [],
  labelsAllow: restrictions?.allowed_labels ?? [],
  labelsExclude: restrictions?.denied_labels ?? [],
  ageRestriction: ageRestrictionOf(restrictions),
});

/** The name in a Basic header, as typed. */
const typedName = (authorization: string | undefined): string | null => {
  const encoded = /^basic +(\S+)/i.exec(authorization ?? '')?.[1];
  return encoded === undefined
    ? null
    : (Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0] ?? null);
};
