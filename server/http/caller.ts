import type { AuthMethod, UserSummary } from '../../shared/api/auth.ts';
import type { Permission } from '../../shared/permissions.ts';

/** Who makes a request, as the guard found out. */
export interface Caller {
  user_pk: number;
  user: UserSummary;
  /** Effective at this moment. */
  permissions: ReadonlySet<Permission>;
  auth_method: AuthMethod;
  /** The session of the token, null for Basic and API keys. */
  jti: string | null;
  /** The API key, null for the other methods. */
  key_id: string | null;
  /** Another one as soon as the account or the key is changed. */
  version: string;
}
