import {
  getMe,
  login,
  logout,
  redeemTicket,
  updateMe,
  type LoginResponse,
} from '../../../shared/api/auth.ts';
import { Reply, route, type Route } from '../../http/route.ts';
import { clearedCookie, sessionCookie } from './cookie.ts';
import type { AuthService } from './service.ts';

/** A login answers with the token and sets it as the cookie for images and streams. */
export const signedIn = (response: LoginResponse): Reply<LoginResponse> =>
  new Reply(response, {
    'Set-Cookie': sessionCookie(response.access_token, response.expires_in),
  });

export const authRoutes = ({ auth }: { auth: AuthService }): Route[] => [
  route(login, async ({ body, headers, ip }) =>
    signedIn(await auth.login({ ...body, ip, client: headers['user-agent'] ?? null })),
  ),
  route(redeemTicket, ({ body, headers }) =>
    signedIn(auth.redeemTicket(body.ticket, headers['user-agent'] ?? null)),
  ),
  route(logout, ({ caller }) => {
    auth.logout(caller);
    return new Reply(undefined, { 'Set-Cookie': clearedCookie() });
  }),
  route(getMe, ({ caller }) => auth.me(caller)),
  route(updateMe, ({ caller, body, ip }) => auth.updateMe(caller, body, ip)),
];
