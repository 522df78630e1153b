/** How the user authenticated; `ticket` is the desktop app's own window. */
export type SignInSource =
  'password' | 'api_key' | 'remember_me' | 'pairing' | 'ticket' | 'single_sign_on' | 'proxy';
export type SignInFailure =
  'wrong_password' | 'wrong_key' | 'deactivated' | 'unconfirmed' | 'not_in_group';

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
