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
import { siteUrl } from '../../http/net/site-url.ts';
import { loginReply } from '../auth/login-reply.ts';
import type { PasskeysService } from './service.ts';

export const passkeysRoutes = ({ passkeys }: { passkeys: PasskeysService }): Route[] => [
  route(listPasskeys, ({ caller }) => passkeys.list(caller)),
  route(startPasskey, ({ caller, body, ...request }) =>
    passkeys.start(caller, body.current_password, siteAndOriginOf(request)),
  ),
  route(addPasskey, ({ caller, body, ...request }) => {
    const passkey = passkeys.add(caller, body, siteOrigin(request));
    return new Reply(passkey, { Location: `/api/v1/auth/passkeys/${passkey.id}` });
  }),
  route(removePasskey, ({ caller, params, body, ...request }) =>
    passkeys.remove(caller, params.id, body.current_password, originOf(request)),
  ),
  route(startPasskeySignIn, (request) => passkeys.startSignIn(siteOrigin(request))),
  route(signInWithPasskey, ({ body, ...request }) =>
    loginReply(passkeys.signIn(body, siteAndOriginOf(request))),
  ),
];

type Site = Parameters<typeof siteUrl>[0];

/** Passkeys belong to a host name, whatever the base path is. */
const siteOrigin = (request: Site): string => new URL(siteUrl(request)).origin;

const siteAndOriginOf = (request: Parameters<typeof originOf>[0] & Site) => ({
  ...originOf(request),
  site: siteOrigin(request),
});
