import type { IncomingHttpHeaders } from 'node:http';

import {
  checkProvider,
  createProvider,
  deleteProvider,
  getProxySignIn,
  listProviders,
  updateProvider,
  updateProxySignIn,
} from '../../../shared/api/sign-in-providers.ts';
import {
  finishSso,
  getSignInOptions,
  getSignOutUrl,
  linkIdentity,
  listIdentities,
  proxySignIn,
  redeemSsoCode,
  startSso,
  unlinkIdentity,
} from '../../../shared/api/single-sign-on.ts';
import { Redirect, Reply, route, type Route } from '../../http/api/route.ts';
import { originOf } from '../../http/net/origin.ts';
import { loginReply } from '../auth/login-reply.ts';
import { browserCookie, browserSecret, readBrowserSecret } from './cookie.ts';
import type { IdentitiesService } from './identities.ts';
import type { ProvidersService } from './providers.ts';
import type { ProxySignInService } from './proxy-sign-in.ts';
import { redirectUri, signOutUri, type SingleSignOnService, type Visit } from './service.ts';
import { siteUrl } from '../../http/net/site-url.ts';
import type { SsoSessions } from './sso-sessions.ts';

interface Request {
  headers: IncomingHttpHeaders;
  ip: string;
  reachedUrl: string;
}

export interface SingleSignOnRoutes {
  singleSignOn: SingleSignOnService;
  ssoSessions: SsoSessions;
  identities: IdentitiesService;
  providers: ProvidersService;
  proxy: ProxySignInService;
}

export const singleSignOnRoutes = ({
  singleSignOn,
  ssoSessions,
  identities,
  providers,
  proxy,
}: SingleSignOnRoutes): Route[] => [
  route(getSignInOptions, ({ headers }) => ({
    providers: singleSignOn.buttons(),
    proxy: proxy.isOffered(headers),
  })),
  route(startSso, async ({ params, query, ...request }) => {
    const visit = beginVisit(request);
    const address = await singleSignOn.start(params.slug, query.to, visit);
    return new Redirect(address, { 'Set-Cookie': browserCookie(visit.browser) });
  }),
  route(
    finishSso,
    async ({ params, query, ...request }) =>
      new Redirect(await singleSignOn.finish(params.slug, query, visitOf(request))),
  ),
  route(redeemSsoCode, ({ body, ...request }) =>
    loginReply(ssoSessions.redeem(body.code, visitOf(request))),
  ),
  route(proxySignIn, ({ headers, peer, ip }) =>
    loginReply(proxy.signIn({ headers, peer, from: originOf({ headers, ip }) })),
  ),
  route(getSignOutUrl, async ({ caller, ...request }) => ({
    url: await ssoSessions.signOutUrl(caller, siteUrl(request)),
  })),
  route(listIdentities, ({ caller }) => identities.list(caller)),
  route(linkIdentity, async ({ caller, body, ...request }) => {
    const visit = beginVisit(request);
    const url = await identities.link(caller, body, visit);
    return new Reply({ url }, { 'Set-Cookie': browserCookie(visit.browser) });
  }),
  route(unlinkIdentity, ({ caller, params, body, ...request }) =>
    identities.unlink(caller, params.id, body.current_password, originOf(request)),
  ),
  route(listProviders, (request) => {
    const site = siteUrl(request);
    return {
      providers: providers.list(),
      redirect_uri: redirectUri(site, '{slug}'),
      sign_out_uri: signOutUri(site),
    };
  }),
  route(createProvider, ({ caller, body }) => {
    const provider = providers.create(caller, body);
    return new Reply(provider, { Location: `/api/v1/admin/sign-in-providers/${provider.id}` });
  }),
  route(updateProvider, ({ caller, params, body }) => providers.update(caller, params.id, body)),
  route(deleteProvider, ({ caller, params }) => providers.remove(caller, params.id)),
  route(checkProvider, ({ caller, params, ...request }) =>
    providers.check(caller, params.id, siteUrl(request)),
  ),
  route(getProxySignIn, () => proxy.settings()),
  route(updateProxySignIn, ({ caller, body }) => proxy.update(caller, body)),
];

const visitOf = (request: Request): Visit => ({
  browser: readBrowserSecret(request.headers.cookie),
  site: siteUrl(request),
  from: originOf(request),
});

/** With the secret that the browser gets if it has none. */
const beginVisit = (request: Request): Visit => ({
  ...visitOf(request),
  browser: browserSecret(request.headers.cookie),
});
