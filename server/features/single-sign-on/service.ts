import type { Logger } from 'pino';

import type { SsoFailure } from '../../../shared/api/single-sign-on.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Origin } from '../../http/net/origin.ts';
import { versionOf } from '../auth/callers.ts';
import type { Sessions } from '../auth/sessions.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import { type SsoAttempt, type Attempts, randomSecret } from './attempts.ts';
import type { CallbackQuery, OpenId, SignInRequest } from './openid.ts';
import type { People } from './people.ts';
import type { ProvidersStore } from './store.ts';
import { SsoError, type Accounts, type StoredProvider } from './types.ts';

/** The browser and the site of a request. */
export interface Visit {
  /** Secret of the browser's cookie. */
  browser: string;
  /** Base URL of the web app. */
  site: string;
  from: Origin;
}

export interface SingleSignOnService {
  /** Enabled providers. */
  buttons(): { slug: string; name: string }[];
  /** The address to which the browser goes: the provider, or the sign-in page with a failure. */
  start(slug: string, returnPath: string | undefined, visit: Visit): Promise<string>;
  /** The page of the web app to which a callback leads. */
  finish(slug: string, query: CallbackQuery, visit: Visit): Promise<string>;
  /** The provider's address for linking an account. Throws NotFound and UnprocessableContent. */
  startLink(slug: string, caller: Caller, visit: Visit): Promise<string>;
}

/** The redirect URI to enter at a provider. */
export const redirectUri = (site: string, slug: string): string =>
  `${site}/api/v1/auth/sso/${slug}/callback`;

/** The page to which a provider leads after signing out. */
export const signOutUri = (site: string): string => `${site}/sign-in`;

const accountPage = '/settings/account';

export const createSingleSignOn = ({
  providers,
  people,
  attempts,
  accounts,
  sessions,
  openId,
  log,
}: {
  providers: Pick<ProvidersStore, 'all' | 'bySlug' | 'byId'>;
  people: People;
  attempts: Attempts;
  accounts: Pick<Accounts, 'userByPk'>;
  sessions: Pick<Sessions, 'isLive'>;
  /** Loads the library for the first use. */
  openId: () => Promise<OpenId>;
  log: Pick<Logger, 'warn'>;
}): SingleSignOnService => {
  const enabled = (slug: string): StoredProvider => {
    const provider = providers.bySlug(slug);
    if (!provider?.enabled) throw notFound('Sign-in provider', slug);
    return provider;
  };

  const begin = async (
    provider: StoredProvider,
    { browser, site, from }: Visit,
    goal: Pick<SsoAttempt, 'to' | 'link'>,
  ): Promise<string> => {
    const attempt: SsoAttempt = {
      ...goal,
      ...{ provider_id: provider.id, browser, site },
      nonce: randomSecret(),
      verifier: randomSecret(),
      redirect_uri: redirectUri(site, provider.slug),
    };
    const library = await openId();
    const state = attempts.begin(attempt, from.ip);
    return library.authorizationUrl(provider, { ...attempt, state });
  };

  /** The attempt that a callback answers, and its provider. Throws SsoError. */
  const answered = (slug: string, attempt: SsoAttempt, browser: string): StoredProvider => {
    if (!isSameSecret(attempt.browser, browser)) throw new SsoError('other_browser');
    const provider = providers.byId(attempt.provider_id);
    if (!provider?.enabled) throw new SsoError('changed');
    // The answer of one provider at the redirect URI of another one.
    if (provider.slug !== slug) throw new SsoError('wrong_issuer');
    return provider;
  };

  /** Links the account if the person is still signed in as when they asked for it. */
  const finishLink = async (
    provider: StoredProvider,
    link: NonNullable<SsoAttempt['link']>,
    arrival: ReturnType<OpenId['finish']>,
  ) => {
    const { person } = await arrival;
    const user = accounts.userByPk(link.user_pk);
    const isSame = user?.is_active && versionOf(user, null) === link.version;
    if (!isSame || (link.jti !== null && !sessions.isLive(link.jti))) throw new SsoError('changed');
    people.link(provider, person, link.user_pk);
  };

  const failed = (error: unknown, slug: string): string => {
    const failure: SsoFailure = error instanceof SsoError ? error.failure : 'invalid_answer';
    log.warn({ err: error, provider: slug, failure }, 'single sign-on failed');
    return fragment({ 'sso-error': failure, slug });
  };

  return {
    buttons: () =>
      providers
        .all()
        .filter((provider) => provider.enabled)
        .map(({ slug, name }) => ({ slug, name })),

    async start(slug, returnPath, visit) {
      const goal = { to: isOwnPath(returnPath) ? returnPath : '/', link: null };
      try {
        return await begin(enabled(slug), visit, goal);
      } catch (error) {
        if (error instanceof AppError) throw error;
        return `${visit.site}${signInPage(goal)}${failed(error, slug)}`;
      }
    },

    async finish(slug, query, visit) {
      const { state = '' } = query;
      const attempt = attempts.take(state);
      const { site, link } = attempt ?? { site: visit.site, link: null };
      const page = link ? accountPage : signInPage(attempt ?? { to: '/' });
      try {
        if (!attempt) throw new SsoError('expired');
        const provider = answered(slug, attempt, visit.browser);
        const request: SignInRequest = { ...attempt, state };
        const arrival = (await openId()).finish(provider, request, query);
        if (link) {
          await finishLink(provider, link, arrival);
          return `${site}${page}${fragment({ 'sso-linked': slug })}`;
        }
        const { person, id_token } = await arrival;
        const user = people.admit(provider, person, visit.from);
        const { browser } = attempt;
        const code = attempts.arrive({
          ...{ browser, user_pk: user.pk, provider_id: provider.id },
          id_token,
        });
        return `${site}${page}${fragment({ sso: code })}`;
      } catch (error) {
        return `${site}${page}${failed(error, slug)}`;
      }
    },

    async startLink(slug, { user_pk, jti, version }, visit) {
      const provider = enabled(slug);
      try {
        return await begin(provider, visit, {
          to: accountPage,
          link: { user_pk, jti, version },
        });
      } catch (error) {
        log.warn({ err: error, provider: slug }, 'an account cannot be linked');
        throw new AppError(
          'UnprocessableContent',
          `${provider.name} cannot be reached or is not set up correctly. Try again later, or ask an admin to check it.`,
          { cause: error },
        );
      }
    },
  };
};

/** A path of this server: no address of another one, and nothing that browsers turn into one. */
const isOwnPath = (path: string | undefined): path is string =>
  path !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);

const signInPage = ({ to: returnPath }: Pick<SsoAttempt, 'to'>): string =>
  returnPath === '/'
    ? '/sign-in'
    : `/sign-in?${new URLSearchParams({ to: returnPath }).toString()}`;

const fragment = (values: Record<string, string>): string =>
  `#${new URLSearchParams(values).toString()}`;
