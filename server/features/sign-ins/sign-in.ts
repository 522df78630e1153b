/** How the user authenticated; `ticket` is the desktop app's own window. */
export type SignInSource =
  | 'password'
  | 'passkey'
  | 'api_key'
  | 'remember_me'
  | 'pairing'
  | 'ticket'
  /** No sign-in, but a new password by a mailed link. */
  | 'password_reset';
export type SignInFailure =
  'wrong_password' | 'wrong_code' | 'wrong_passkey' | 'wrong_key' | 'deactivated' | 'unconfirmed';

/** A successful or failed sign-in to a known account. */
export interface SignInAttempt {
  id: string;
  source: SignInSource;
  /** Null on success. */
  failure: SignInFailure | null;
  address: string;
  user_agent: string | null;
  key_id: string | null;
  /** The key's name at that time. */
  key_name: string | null;
  created_at: string;
}
