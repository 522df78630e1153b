import type { Origin } from '../../http/net/origin.ts';
import type { CheckCode } from '../second-factor/codes.ts';
import type { SignInsService } from '../sign-ins/service.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { AuthStore } from './store.ts';
import type { LoginRateLimiter } from './login-rate-limiter.ts';
import type { Tickets } from './tickets.ts';

export interface SignIn extends Origin {
  /** User name or e-mail address. */
  username: string;
  password: string;
  /** Code of the second factor. */
  code?: string | undefined;
  stay_signed_in: boolean;
}

export interface AuthServiceParts {
  store: AuthStore;
  sessions: Sessions;
  passwords: Passwords;
  loginLimiter: LoginRateLimiter;
  tickets: Tickets;
  /** Checks the code of the second factor, and invalidates it. */
  checkCode: CheckCode;
  signIns: Pick<SignInsService, 'record'>;
  clock: () => Date;
  /** Whether self-registered users must confirm their e-mail address first. */
  mustVerify: () => boolean;
  /** Called when a session ends or an account changes, to revalidate open streams. */
  onChange: () => void;
}
