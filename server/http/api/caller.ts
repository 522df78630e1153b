import type { AuthMethod, UserSummary } from '../../../shared/api/auth.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';

/** The authenticated caller of a request. */
export interface Caller {
  user_pk: number;
  user: UserSummary;
  /** Currently effective permissions. */
  permissions: ReadonlySet<Permission>;
  auth_method: AuthMethod;
  /** The token's session, null for Basic and API keys. */
  jti: string | null;
  /** The API key, null for other methods. */
  key_id: string | null;
  /** Whether content restrictions hide something from the user. */
  restricted: boolean;
  /** Whether a reader app with these credentials can change the library, if permitted. */
  apps_can_change: boolean;
  /** Changes with the account or the key. */
  version: string;
}

/** Whether the caller may know where the folders of libraries are. */
export const seesFolders = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  permissions.has('libraries-write');

/** Returns a function that throws Forbidden for a caller with an API key, such as a paired device. */
export const refuseKeys =
  (message: string) =>
  ({ key_id }: Pick<Caller, 'key_id'>): void => {
    if (key_id !== null) throw new AppError('Forbidden', message);
  };

/** The user whose progress the records include; null if the caller is not allowed to see it. */
export const progressUserOf = ({
  user_pk,
  permissions,
}: Pick<Caller, 'user_pk' | 'permissions'>): number | null =>
  permissions.has('progress-read') ? user_pk : null;
