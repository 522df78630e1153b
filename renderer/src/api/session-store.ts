import { create } from 'zustand';

import type { CurrentUser } from '../../../shared/api/auth.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { expireToken } from './token.ts';
import { setViewedPerson } from './view-as.ts';

export type Session =
  /** Before the first response of the server. */
  | { status: 'unknown' }
  | { status: 'unreachable' }
  | { status: 'setup' }
  | {
      status: 'signed-out';
      /** `left`: the person signed out. */
      reason: 'none' | 'left';
    }
  | {
      status: 'signed-in';
      user: CurrentUser;
      /** The person has to sign in again; until then, the page stays as it is. */
      isExpired?: true;
    };

/** The session of this page. Only `session.ts` and a 401 change it. */
export const useSession = create<Session>(() => ({ status: 'unknown' }));

export const setSession = (session: Session): void => useSession.setState(session, true);

/** Drops the token, which the server no longer accepts. */
export const expireSession = (): void => {
  expireToken();
  setViewedPerson(null);
  const session = useSession.getState();
  if (session.status === 'signed-in') setSession({ ...session, isExpired: true });
};

export const isExpired = (session: Session): boolean =>
  session.status === 'signed-in' && session.isExpired === true;

const userIdOf = (session: Session): string | null =>
  session.status === 'signed-in' ? session.user.id : null;

/** Id of the signed-in user; null if nobody is signed in. */
export const currentUserId = (): string | null => userIdOf(useSession.getState());

export const useUserId = (): string | null => useSession(userIdOf);

export const useUser = (): CurrentUser | null =>
  useSession((session) => (session.status === 'signed-in' ? session.user : null));

/** Whether the signed-in user has the permission; controls that need it are hidden otherwise. */
export const useCan = (permission: Permission): boolean =>
  useSession(
    (session) => session.status === 'signed-in' && session.user.permissions.includes(permission),
  );
