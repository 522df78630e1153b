import type { signInFailures, signInSources } from '../../../shared/api/sign-ins.ts';

/** How the user authenticated. */
export type SignInSource = (typeof signInSources)[number];
export type SignInFailure = (typeof signInFailures)[number];

/** A successful or failed sign-in to a known account. */
export interface SignInAttempt {
  id: string;
  source: SignInSource;
  /** Null on success. */
  failure: SignInFailure | null;
  address: string;
  user_agent: string | null;
  key_id: string | null;
  /** The name of the key or provider at that time. */
  key_name: string | null;
  created_at: string;
}
