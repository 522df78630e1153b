import { isIP } from 'node:net';

import type { Logger } from 'pino';

import {
  maxProviders,
  type CreateProvider,
  type SignInProvider,
  type UpdateProvider,
} from '../../../shared/api/sign-in-providers.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import { refuseKeys, type Caller } from '../../http/api/caller.ts';
import { isPrivateAddress } from '../../http-client/addresses.ts';
import type { OpenId } from './openid.ts';
import { redirectUri } from './service.ts';
import type { ProvidersStore } from './store.ts';
import type { ProviderFields, StoredProvider } from './types.ts';

export interface ProvidersService {
  list(): SignInProvider[];
  /** Throws Forbidden for an API key, BadRequest for an unusable issuer, Conflict. */
  create(caller: Caller, provider: CreateProvider): SignInProvider;
  update(caller: Caller, id: string, changes: UpdateProvider): SignInProvider;
  remove(caller: Caller, id: string): void;
  /** Throws UnprocessableContent with the reason if the provider and the settings do not fit. */
  check(caller: Caller, id: string, site: string): ReturnType<OpenId['check']>;
}

/** Settings of providers, for admins. */
export const createProvidersService = ({
  store,
  openId,
  clock,
  log,
}: {
  store: ProvidersStore;
  /** Loads the library for the first use. */
  openId: () => Promise<OpenId>;
  clock: () => Date;
  log: Pick<Logger, 'info'>;
}): ProvidersService => {
  const now = () => clock().toISOString();
  const found = (id: string): StoredProvider => {
    const provider = store.byId(id);
    if (!provider) throw notFound('Sign-in provider', id);
    return provider;
  };
  const refuseTaken = (slug: string, id: string | null) => {
    const other = store.bySlug(slug);
    if (!other || other.id === id) return;
    throw new AppError('Conflict', `Another provider has the short name "${slug}"`);
  };

  return {
    list: () => store.all().map(toRecord),
    create(caller, given) {
      refuseKeyForSignIn(caller);
      const fields: ProviderFields = normal({ ...defaults, ...defined(given) } as ProviderFields);
      refuseTaken(fields.slug, null);
      if (store.all().length >= maxProviders) {
        throw new AppError('Conflict', `There can be at most ${maxProviders} providers`);
      }
      const id = newId();
      store.insert(id, fields, now());
      log.info({ provider: fields.slug, by: caller.user.username }, 'sign-in provider added');
      return toRecord(found(id));
    },
    update(caller, id, changes) {
      const before = found(id);
      refuseKeyForSignIn(caller);
      const after = normal({ ...before, ...defined(changes) });
      refuseTaken(after.slug, id);
      // A secret is for the provider it was entered for.
      const isOther = after.issuer !== before.issuer && changes.client_secret === undefined;
      store.update(id, { ...after, ...(isOther && { client_secret: null }) }, now());
      log.info({ provider: after.slug, by: caller.user.username }, 'sign-in provider changed');
      return toRecord(found(id));
    },
    remove(caller, id) {
      const { slug } = found(id);
      refuseKeyForSignIn(caller);
      store.remove(id);
      log.info({ provider: slug, by: caller.user.username }, 'sign-in provider removed');
    },
    async check(caller, id, site) {
      const provider = found(id);
      refuseKeyForSignIn(caller);
      return (await openId()).check(provider, redirectUri(site, provider.slug));
    },
  };
};

const defaults: Omit<ProviderFields, 'slug' | 'name' | 'issuer' | 'client_id'> = {
  enabled: true,
  client_secret: null,
  scopes: 'openid profile email',
  name_claim: 'preferred_username',
  email_claim: 'email',
  groups_claim: 'groups',
  group_roles: [],
  group_libraries: [],
  only_groups: [],
  creates_people: false,
  links_by_email: false,
  signs_out: true,
};

const defined = (fields: UpdateProvider): Partial<ProviderFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Checked; an empty secret is none. Throws BadRequest. */
const normal = (fields: ProviderFields): ProviderFields => {
  if (!fields.scopes.split(/\s+/).includes('openid')) {
    throw badField('body.scopes', 'The scopes must contain openid');
  }
  const { issuer, client_secret } = fields;
  refuseIssuer(issuer);
  return { ...fields, client_secret: client_secret === '' ? null : client_secret };
};

const refuseIssuer = (issuer: string): void => {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw badField('body.issuer', 'Enter an address that begins with https://');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw badField('body.issuer', 'Enter the address of the issuer without anything after it');
  }
  if (url.protocol === 'http:' && !isOwnNetwork(url.hostname)) {
    throw badField(
      'body.issuer',
      'Use https, because the internet could read and change what http sends',
    );
  }
};

/** Names that only a network of one's own resolves, and private addresses. */
const isOwnNetwork = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0
    ? !host.includes('.') || /\.(?:local|localhost|lan|home|internal|home\.arpa)$/.test(host)
    : isPrivateAddress(host);
};

const toRecord = ({ pk: _, client_secret, ...provider }: StoredProvider): SignInProvider => ({
  ...provider,
  has_secret: client_secret !== null,
});

/** Throws Forbidden for an API key. */
export const refuseKeyForSignIn = refuseKeys(
  'An API key or a paired device cannot change how people sign in',
);
