import { getMe, login, logout, redeemTicket, updateMe } from '../../../shared/api/auth.ts';
import { originOf } from '../../http/origin.ts';
import { Reply, route, type Route } from '../../http/route.ts';
import { clearedCookie } from './cookie.ts';
import type { AuthService } from './service.ts';
import { signedIn } from './signed-in.ts';

export const authRoutes = ({ auth }: { auth: AuthService }): Route[] => [
  route(login, async ({ body, headers, ip }) =>
    signedIn(await auth.login({ ...body, ...originOf({ headers, ip }) })),
  ),
  route(redeemTicket, ({ body, headers, ip }) =>
    signedIn(auth.redeemTicket(body.ticket, originOf({ headers, ip }))),
  ),
  route(logout, ({ caller }) => {
    auth.logout(caller);
    return new Reply(undefined, { 'Set-Cookie': clearedCookie() });
  }),
  route(getMe, ({ caller }) => auth.me(caller)),
  route(updateMe, ({ caller, body, headers, ip }) =>
    auth.updateMe(caller, body, originOf({ headers, ip })),
  ),
];
