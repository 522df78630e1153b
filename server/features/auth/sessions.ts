import type { UserSummary } from '../../../shared/api/auth.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import { newId } from '../../database/ids.ts';
import type { AuthStore, UserRow } from './store.ts';
import type { Tokens } from './tokens.ts';

export const userSummary = ({ id, username, email, role }: UserRow): UserSummary => ({
  id,
  username,
  email,
  role,
});

/** How long a session counts as freshly authenticated by password. */
export const freshMinutes = 5;

export interface Sessions {
  /** Begins a session and returns the login response. */
  begin(
    user: UserRow,
    client: string | null,
    options?: {
      seconds?: number;
      /** Limits the session to this API key's permissions and lifetime. */
      key_id?: string | null;
      /** The user gave the password for it. */
      by_password?: boolean;
    },
  ): LoginResponse;
  /** The live session of a token. */
  find(
    token: string,
  ): { user: UserRow; jti: string; expires_at: string; key_id: string | null } | null;
  isLive(jti: string): boolean;
  /** Whether the password was given for this session within the last `freshMinutes`. */
  isFresh(jti: string): boolean;
  end(jti: string): void;
  endOthers(user: UserRow, keep: string | null): void;
}

/**
 * Tokens name a session row that must still exist, so that ending a session takes effect at once.
 */
export const createSessions = ({
  store,
  tokens,
  ttlSeconds,
  clock,
  deletionClock,
}: {
  store: AuthStore;
  tokens: Tokens;
  /** Lifetime of a new session. */
  ttlSeconds: () => number;
  clock: () => Date;
  /** The clock for deleting expired sessions. */
  deletionClock: () => Date;
}): Sessions => ({
  begin(
    user,
    client,
    { seconds: expires_in = ttlSeconds(), key_id = null, by_password = false } = {},
  ) {
    const created = clock();
    const jti = newId();
    store.deleteExpiredSessions(deletionClock().toISOString());
    store.insertSession({
      jti,
      user_pk: user.pk,
      client: client?.slice(0, 255) ?? null,
      key_id,
      password_at: by_password ? created.toISOString() : null,
      created_at: created.toISOString(),
      expires_at: new Date(created.getTime() + expires_in * 1000).toISOString(),
    });
    store.touchLogin(user.pk, created.toISOString());
    return {
      access_token: tokens.sign({ jti, user_id: user.id, expires_in }),
      token_type: 'Bearer',
      expires_in,
      user: userSummary(user),
    };
  },
  find(token) {
    const jti = tokens.read(token);
    const session = jti === null ? null : store.session(jti, clock().toISOString());
    return session && jti !== null ? { ...session, jti } : null;
  },
  isLive: (jti) => store.session(jti, clock().toISOString())?.user.is_active === true,
  isFresh(jti) {
    const time = store.passwordAt(jti);
    if (time === null) return false;
    const age = clock().getTime() - Date.parse(time);
    return age >= 0 && age < freshMinutes * 60_000;
  },
  end: store.deleteSession,
  endOthers: (user, keep) => store.deleteOtherSessions(user.pk, keep),
});
