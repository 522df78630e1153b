import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';

import type { SsoFailure } from '../../../shared/api/single-sign-on.ts';
import { AppError } from '../../../shared/errors.ts';
import { HttpClientError } from '../../http-client/checked-request.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { personOf } from './claims.ts';
import { providerFetch } from './provider-fetch.ts';
import { SsoError, type ArrivingPerson, type StoredProvider } from './types.ts';

/** How long a discovery document is used, ms. Keys are read again when an unknown one signs. */
const discoveryMs = 10 * 60_000;
/** Signing out does not wait longer for a provider, ms. */
const signOutMs = 3000;

/** Values that tie a provider's answer to the request. */
export interface SignInRequest {
  redirect_uri: string;
  state: string;
  nonce: string;
  /** PKCE. */
  verifier: string;
}

/** The parameters of a callback. */
export type CallbackQuery = Partial<
  Record<'code' | 'state' | 'iss' | 'error' | 'error_description', string | undefined>
>;

/** OpenID Connect (OIDC): the authorization code flow with PKCE. */
export interface OpenId {
  /** The address to which the browser goes. Throws SsoError, like all of these. */
  authorizationUrl(provider: StoredProvider, request: SignInRequest): Promise<string>;
  /** Exchanges the code, and verifies issuer, signature, audience, nonce and expiry. */
  finish(
    provider: StoredProvider,
    request: SignInRequest,
    query: CallbackQuery,
  ): Promise<{ person: ArrivingPerson; id_token: string }>;
  /** The page that signs out and leads back; null if the provider has none or is unreachable. */
  signOutUrl(provider: StoredProvider, idToken: string, backTo: string): Promise<string | null>;
  /** Throws AppError with a sentence that says what does not fit. */
  check(
    provider: StoredProvider,
    redirectUri: string,
  ): Promise<{ has_sign_out: boolean; unknown_scopes: string[] }>;
}

/** The only module that loads the OpenID library; itself loaded for the first provider. */
export const createOpenId = (): OpenId => {
  const known = new LRUCache<string, openid.Configuration>({ max: 50, ttl: discoveryMs });
  const configurationOf = async (provider: StoredProvider): Promise<openid.Configuration> => {
    const key = `${provider.id} ${provider.updated_at}`;
    const found = known.get(key) ?? (await discover(provider));
    known.set(key, found, { noUpdateTTL: true });
    return found;
  };

  return {
    async authorizationUrl(provider, { redirect_uri, state, nonce, verifier }) {
      const configuration = await configurationOf(provider).catch(throwFailure);
      const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
      try {
        return openid.buildAuthorizationUrl(configuration, {
          scope: provider.scopes,
          ...{ redirect_uri, state, nonce, code_challenge, code_challenge_method: 'S256' },
        }).href;
      } catch (error) {
        throw new SsoError('misconfigured', { cause: error });
      }
    },

    async finish(provider, { redirect_uri, state, nonce, verifier }, query) {
      const configuration = await configurationOf(provider).catch(throwFailure);
      const metadata = configuration.serverMetadata();
      if (query.iss !== undefined && query.iss !== metadata.issuer) {
        throw new SsoError('wrong_issuer');
      }
      const url = new URL(redirect_uri);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) url.searchParams.set(name, value);
      }
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || tokens.id_token === undefined) {
          throw new SsoError('invalid_answer');
        }
        const userInfo =
          metadata.userinfo_endpoint === undefined
            ? {}
            : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        const person = personOf({ ...userInfo, ...claims }, provider);
        return { person, id_token: tokens.id_token };
      } catch (error) {
        return throwFailure(error);
      }
    },

    async signOutUrl(provider, id_token_hint, post_logout_redirect_uri) {
      const configuration = await withTimeout(
        configurationOf(provider).catch(() => null),
        signOutMs,
        null,
      );
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
      return openid.buildEndSessionUrl(configuration, { id_token_hint, post_logout_redirect_uri })
        .href;
    },

    async check(provider, redirectUri) {
      const configuration = await discover(provider).catch((error: unknown) => {
        throw new AppError('UnprocessableContent', discoveryProblem(error, provider), {
          cause: error,
        });
      });
      const metadata = configuration.serverMetadata();
      for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
        if (metadata[endpoint] !== undefined) continue;
        throw new AppError(
          'UnprocessableContent',
          `The discovery document of ${provider.issuer} lacks ${endpoint}.`,
        );
      }
      await tryClient(configuration, redirectUri);
      const scopes = provider.scopes.split(/\s+/);
      const announced = metadata.scopes_supported ?? scopes;
      return {
        has_sign_out: metadata.end_session_endpoint !== undefined,
        unknown_scopes: scopes.filter((scope) => !announced.includes(scope)),
      };
    },
  };
};

const discover = ({ issuer, client_id, client_secret }: StoredProvider) => {
  const server = new URL(issuer);
  return openid.discovery(server, client_id, undefined, authenticationOf(client_secret), {
    [openid.customFetch]: providerFetch,
    execute: [
      // The library trusts the connection; a provider of the household can be without TLS.
      openid.enableNonRepudiationChecks,
      // oxlint-disable-next-line typescript/no-deprecated -- marked so only to stand out
      ...(server.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  });
};

/** In the header, unless the provider only takes the secret in the body. */
const authenticationOf =
  (secret: string | null): openid.ClientAuth =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const method =
      secret === null
        ? openid.None()
        : methods === undefined || methods.includes('client_secret_basic')
          ? openid.ClientSecretBasic(secret)
          : openid.ClientSecretPost(secret);
    method(server, ...rest);
  };

/** Redeems a code that does not exist: the provider checks the client first. */
const tryClient = async (configuration: openid.Configuration, redirect_uri: string) => {
  try {
    await openid.genericGrantRequest(configuration, 'authorization_code', {
      code: 'octavo-check',
      code_verifier: openid.randomPKCECodeVerifier(),
      redirect_uri,
    });
  } catch (error) {
    const unreachable = causesOf(error).find((cause) => cause instanceof HttpClientError);
    if (unreachable) {
      throw new AppError('UnprocessableContent', unreachable.message, { cause: error });
    }
    if (isUnknownClient(error)) {
      throw new AppError(
        'UnprocessableContent',
        'The provider does not know this client ID, or the secret is wrong.',
        { cause: error },
      );
    }
  }
};

const isUnknownClient = (error: unknown): boolean =>
  (error instanceof openid.ResponseBodyError && error.error === 'invalid_client') ||
  (error instanceof openid.WWWAuthenticateChallengeError && error.status === 401);

const discoveryProblem = (error: unknown, { issuer }: StoredProvider): string => {
  const causes = causesOf(error);
  const unreachable = causes.find((cause) => cause instanceof HttpClientError);
  if (unreachable) return unreachable.message;
  const body = causes
    .map((cause) => (cause as { body?: { issuer?: unknown } }).body)
    .find((found) => typeof found?.issuer === 'string');
  return body === undefined
    ? `There is no discovery document of OpenID at ${issuer}. Enter the issuer as the provider names it.`
    : `The provider calls itself ${String(body.issuer)}. Enter exactly this as the issuer.`;
};

/** An error and its causes, outermost first. */
const causesOf = (error: unknown): Error[] => {
  const causes: Error[] = [];
  for (let cause = error; typeof cause === 'object' && cause !== null && causes.length < 8;) {
    causes.push(cause as Error);
    cause = (cause as Error).cause;
  }
  return causes;
};

const throwFailure = (error: unknown): never => {
  if (error instanceof SsoError) throw error;
  throw new SsoError(failureOf(error), { cause: error });
};

/** Claims that an ID token can contradict. */
const failureByClaim: Partial<Record<string, SsoFailure>> = {
  exp: 'expired_token',
  iss: 'wrong_issuer',
};

const failureOf = (error: unknown): SsoFailure => {
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof HttpClientError)) return 'unreachable';
  if (error instanceof openid.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'denied' : 'misconfigured';
  }
  if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') {
    return 'used_code';
  }
  if (isUnknownClient(error)) return 'misconfigured';
  const attributes = causes.map((cause) => (cause as { attribute?: string }).attribute);
  if (attributes.includes('issuer')) return 'misconfigured';
  const claims = causes.flatMap((cause) => (cause as { claim?: string }).claim ?? []);
  return claims.flatMap((claim) => failureByClaim[claim] ?? [])[0] ?? 'invalid_answer';
};
