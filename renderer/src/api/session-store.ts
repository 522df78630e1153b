import { create } from 'zustand';

import type { CurrentUser } from '../../../shared/api/auth.ts';
import type { Permission } from '../../../shared/permissions.ts';

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

/** The session of this page. Only `session.ts` and `expired-session.ts` change it. */
export const useSession = create<Session>(() => ({ status: 'unknown' }));

export const setSession = (session: Session): void => useSession.setState(session, true);

export const isExpired = (session: Session): boolean =>
  session.status === 'signed-in' && session.isExpired === true;

const userOf = (session: Session): CurrentUser | null =>
  session.status === 'signed-in' ? session.user : null;

/** Id of the signed-in user; null if nobody is signed in. */
export const currentUserId = (): string | null => userOf(useSession.getState())?.id ?? null;

export const useUser = (): CurrentUser | null => useSession(userOf);

export const useUserId = (): string | null => useUser()?.id ?? null;

/** Whether the signed-in user has the permission; controls that need it are hidden otherwise. */
export const useCan = (permission: Permission): boolean =>
  useUser()?.permissions.includes(permission) ?? false;
