import type { SignInProvider } from '../../../shared/api/sign-in-providers.ts';
import type { SsoFailure } from '../../../shared/api/single-sign-on.ts';
import type { Sessions } from '../auth/sessions.ts';

/** A person's account. */
export type Account = Parameters<Sessions['begin']>[0];

/** The accounts of this server; names are keys of signing in. */
export interface Accounts {
  userByPk(pk: number): Account | null;
  userById(id: string): Account | null;
  userByName(key: string): Account | null;
  userBySignInName(key: string): Account | null;
}

/** Rules for people who arrive from a provider or through a proxy. */
export type ArrivalRules = Pick<
  SignInProvider,
  'group_roles' | 'group_libraries' | 'only_groups' | 'creates_people'
>;

/** The editable fields of a provider. */
export type ProviderFields = Omit<
  SignInProvider,
  'id' | 'has_secret' | 'people_count' | 'created_at' | 'updated_at'
> & { client_secret: string | null };

/** A provider with its secret. */
export type StoredProvider = ProviderFields &
  Pick<SignInProvider, 'id' | 'people_count' | 'created_at' | 'updated_at'> & { pk: number };

/** A person as a provider describes them. */
export interface ArrivingPerson {
  issuer: string;
  /** Identifies the person at the issuer. */
  subject: string;
  /** Possible user names, best first. */
  names: string[];
  email: string | null;
  is_email_verified: boolean;
  groups: string[];
}

/** A failed sign-in, with a reason that the person sees. */
export class SsoError extends Error {
  override name = 'SsoError';
  readonly failure: SsoFailure;

  constructor(failure: SsoFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
