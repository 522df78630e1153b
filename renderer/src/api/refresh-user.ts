import { getMe } from '../../../shared/api/auth.ts';
import { api } from './client.ts';
import { patienceMs } from './connection-store.ts';
import { setSession, useSession } from './session-store.ts';

/** Follows changes of the signed-in person's rights, and notices that the session has ended. */
export const refreshUser = async (): Promise<void> => {
  const signal = AbortSignal.timeout(patienceMs);
  const user = await api.call(getMe, { signal }).catch(() => null);
  const session = useSession.getState();
  if (session.status !== 'signed-in' || session.user.id !== user?.id) return;
  setSession({ ...session, user });
};
