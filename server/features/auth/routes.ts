import { getMe, login, logout, redeemTicket, updateMe } from '../../../shared/api/auth.ts';
import { Reply, route, type Route } from '../../http/route.ts';
import { clearedCookie } from './cookie.ts';
import type { AuthService } from './service.ts';
import { signedIn } from './signed-in.ts';

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
