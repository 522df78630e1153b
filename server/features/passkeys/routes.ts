import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '../../../shared/api/passkeys.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { originOf } from '../../http/net/origin.ts';
import { publicOrigin } from '../../http/net/public-origin.ts';
import { loginReply } from '../auth/login-reply.ts';
import type { PasskeysService } from './service.ts';

export const passkeysRoutes = ({ passkeys }: { passkeys: PasskeysService }): Route[] => [
  route(listPasskeys, ({ caller }) => passkeys.list(caller)),
  route(startPasskey, ({ caller, body, ...request }) =>
    passkeys.start(caller, body.current_password, placeOf(request)),
  ),
  route(addPasskey, ({ caller, body, ...request }) => {
    const passkey = passkeys.add(caller, body, publicOrigin(request));
    return new Reply(passkey, { Location: `/api/v1/auth/passkeys/${passkey.id}` });
  }),
  route(removePasskey, ({ caller, params }) => passkeys.remove(caller, params.id)),
  route(startPasskeySignIn, (request) => passkeys.startSignIn(publicOrigin(request))),
  route(signInWithPasskey, ({ body, ...request }) =>
    loginReply(passkeys.signIn(body, placeOf(request))),
  ),
];

const placeOf = (request: Parameters<typeof originOf>[0] & Parameters<typeof publicOrigin>[0]) => ({
  ...originOf(request),
  site: publicOrigin(request),
});
