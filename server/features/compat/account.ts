import type { Caller } from '../../http/caller.ts';
import type { AuthService } from '../auth/service.ts';
import { clearedCookies } from './cookies.ts';
import { compatRoute, type CompatInput, type CompatRoute } from './route.ts';

/** Who the caller is, the cookies of a session, and what clients ask of a server before they sign in. */
export const compatAccountRoutes = ({
  auth,
  prefix,
}: {
  auth: Pick<AuthService, 'logout'>;
  prefix: () => string;
}): CompatRoute[] => {
  const me = ({ caller, headers }: CompatInput & { caller: Caller }) =>
    userOf(caller, typedName(headers.authorization));
  const logout = ({ caller, response }: CompatInput & { caller: Caller }) => {
    auth.logout(caller);
    response.setHeader('Set-Cookie', clearedCookies(`/${prefix()}`));
  };
  return [
    compatRoute({ method: 'GET', path: '/api/v1/users/me', needs: [] }, me),
    compatRoute({ method: 'GET', path: '/api/v2/users/me', needs: [] }, me),
    // The authentication has set the cookie by the time this is reached.
    compatRoute({ method: 'GET', path: '/api/v1/login/set-cookie', needs: [] }, () => undefined),
    compatRoute({ method: 'GET', path: '/api/logout', needs: [] }, logout),
    compatRoute({ method: 'POST', path: '/api/logout', needs: [] }, logout),
    compatRoute({ method: 'GET', path: '/api/v1/claim', needs: 'public' }, () => ({
      isClaimed: true,
    })),
    compatRoute({ method: 'GET', path: '/api/v1/oauth2/providers', needs: 'public' }, () => []),
  ];
};

/**
 * Without the role ADMIN, whoever calls: this API changes no library, and clients show buttons for that to
 * those who have it.
 */
const userOf = ({ user, permissions }: Caller, typed: string | null) => ({
  id: user.id,
  // One client goes on only if this is what was typed; web apps show it, and sign in with nothing else.
  email: typed ?? user.email ?? user.username,
  roles: [
    'USER',
    ...(permissions.has('books-read') ? ['FILE_DOWNLOAD'] : []),
    ...(permissions.has('pages-read') ? ['PAGE_STREAMING'] : []),
  ],
  sharedAllLibraries: true,
  sharedLibrariesIds: [],
  labelsAllow: [],
  labelsExclude: [],
  ageRestriction: null,
});

/** The name in a Basic header, as it was typed. */
const typedName = (authorization: string | undefined): string | null => {
  const encoded = /^basic +(\S+)/i.exec(authorization ?? '')?.[1];
  return encoded === undefined
    ? null
    : (Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0] ?? null);
};
