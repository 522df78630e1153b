import type { SessionRecord } from '../../../shared/api/sessions.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Sessions } from '../auth/sessions.ts';
import { nameClient } from '../devices/describe-client.ts';
import type { UsersService } from '../users/service.ts';
import type { SessionsStore, StoredSession } from './store.ts';

/** The sessions of one person: the caller's own, or another's for an admin. */
export interface SessionsService {
  /** Throws NotFound for an unknown user, Forbidden for one with more rights than the caller. */
  list(caller: Caller, userId: string): { sessions: SessionRecord[] };
  /** Throws like `list`, and NotFound if the user has no such session. */
  end(caller: Caller, userId: string, id: string): void;
  /** Ends all but the one of the request. Throws like `list`. */
  endOthers(caller: Caller, userId: string): void;
}

export const createSessionsService = ({
  store,
  sessions,
  users,
  clock,
  onChange,
}: {
  store: SessionsStore;
  sessions: Pick<Sessions, 'lastSeen'>;
  users: Pick<UsersService, 'managed'>;
  clock: () => Date;
  /** Called when a session ended: open streams are revalidated. */
  onChange: () => void;
}): SessionsService => {
  const check = (caller: Caller, userId: string) => {
    if (userId !== caller.user.id) users.managed(caller, userId);
  };
  const recordOf = ({ client, stays, ...session }: StoredSession, jti: string | null) => {
    const seen = sessions.lastSeen(session.id);
    const last_used_at = seen !== null && seen > session.last_used_at ? seen : session.last_used_at;
    const name = nameClient(client) || null;
    return { ...session, last_used_at, name, stays: stays === 1, is_current: session.id === jti };
  };

  return {
    list(caller, userId) {
      check(caller, userId);
      const listed = store.listed(userId, clock().toISOString());
      return {
        sessions: listed
          .map((session) => recordOf(session, caller.jti))
          .sort((a, b) => (a.last_used_at < b.last_used_at ? 1 : -1)),
      };
    },
    end(caller, userId, id) {
      check(caller, userId);
      if (!store.remove(userId, id)) throw notFound('Session', id);
      onChange();
    },
    endOthers(caller, userId) {
      check(caller, userId);
      store.removeOthers(userId, caller.jti);
      onChange();
    },
  };
};
