/** What proved the identity; `ticket` is the desktop app's own window. */
export type SignInSource = 'password' | 'api_key' | 'remember_me' | 'pairing' | 'ticket';
export type SignInFailure = 'wrong_password' | 'wrong_key' | 'deactivated' | 'unconfirmed';

/** One sign-in of a known account, or a failed attempt. */
export interface SignIn {
  id: string;
  source: SignInSource;
  /** Null where it succeeded. */
  failure: SignInFailure | null;
  address: string;
  user_agent: string | null;
  key_id: string | null;
  /** The name that the key had then. */
  key_name: string | null;
  created_at: string;
}
