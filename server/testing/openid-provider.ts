import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider } from 'oidc-provider';

/** Claims of an ID token. */
export type IdTokenClaims = Record<string, unknown>;

export interface TestProvider {
  issuer: string;
  /** Account at the provider → its claims. */
  people: Record<string, Record<string, unknown>>;
  /** Changes the claims of ID tokens, which are then signed again; null leaves them alone. */
  tamper: ((claims: IdTokenClaims) => IdTokenClaims) | null;
  /** Signs changed tokens with a key that is not the provider's. */
  isForging: boolean;
  stop(): Promise<void>;
}

/**
 * A real OpenID provider, whose pages for signing in take every name in `people`. Its scope `groups`
 * has the claim `groups`; like many providers, it sends claims of scopes with the user info only.
 */
export const startOpenIdProvider = async (
  redirectUris: readonly string[],
  /** `localhost` is another site than `127.0.0.1` for browsers. */
  host = '127.0.0.1',
): Promise<TestProvider> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const own: TestProvider = {
    issuer,
    people: {},
    tamper: null,
    isForging: false,
    stop: () => close(server),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'octavo',
        client_secret: 'a secret of the client',
        redirect_uris: [...redirectUris],
        post_logout_redirect_uris: [
          ...new Set(redirectUris.map((uri) => `${new URL(uri).origin}/sign-in`)),
        ],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    findAccount: (_context, id) => {
      const claims = own.people[id];
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'a' }] },
    cookies: { keys: ['a key of the cookies'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | null;
    if (context.path !== '/token' || own.tamper === null || !body?.id_token) return;
    const [head = '', payload = ''] = body.id_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as IdTokenClaims;
    const changed = Buffer.from(JSON.stringify(own.tamper(claims))).toString('base64url');
    const signature = createSign('RSA-SHA256')
      .update(`${head}.${changed}`)
      .sign(own.isForging ? otherKey : key, 'base64url');
    body.id_token = `${head}.${changed}.${signature}`;
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return own;
};

const close = (server: Server): Promise<void> => {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
};
