import { getMe, login, logout, redeemTicket, updateMe } from '../../../shared/api/auth.ts';
import { updateMyApps } from '../../../shared/api/my-apps.ts';
import { originOf } from '../../http/net/origin.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { clearedCookie, sessionCookie, sessionTokenOf } from './cookie.ts';
import type { AuthService } from './service.ts';
import { loginReply } from './login-reply.ts';

export const authRoutes = ({ auth }: { auth: AuthService }): Route[] => [
  route(login, async ({ body, headers, ip }) =>
    loginReply(await auth.login({ ...body, ...originOf({ headers, ip }) })),
  ),
  route(redeemTicket, ({ body, headers, ip }) =>
    loginReply(auth.redeemTicket(body.ticket, originOf({ headers, ip }))),
  ),
  route(logout, ({ caller }) => {
    auth.logout(caller);
    return new Reply(undefined, { 'Set-Cookie': clearedCookie() });
  }),
  route(getMe, ({ caller, headers }) => {
    // Every visit of the web app begins with this request, so its cookie is renewed here.
    const seconds = auth.renewedFor(caller);
    const token = seconds === null ? null : sessionTokenOf(headers);
    if (seconds === null || token === null) return auth.me(caller);
    return new Reply(auth.me(caller), { 'Set-Cookie': sessionCookie(token, seconds) });
  }),
  route(updateMe, ({ caller, body, headers, ip }) =>
    auth.updateMe(caller, body, originOf({ headers, ip })),
  ),
  route(updateMyApps, ({ caller, body }) => auth.setAppsCanChange(caller, body.apps_can_change)),
];
