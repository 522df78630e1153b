import { logout } from '../../../shared/api/auth.ts';
import { getSignOutUrl } from '../../../shared/api/single-sign-on.ts';
import { api } from '../api/client.ts';
import { readOfflineUser } from '../api/offline-user.ts';
import { setSession } from '../api/session-store.ts';
import { clearStoredToken, readToken, setPageToken } from '../api/token.ts';
import { setViewedPerson } from '../api/view-as.ts';
import { clearPreferencesCopy } from '../ui/user-preferences.ts';
import { queueSignOut } from '../api/pending-sign-out.ts';

/**
 * Signs out, here and at the provider that signed in, and removes from this browser what belongs to
 * the person. If the server cannot be reached, the sign-in page ends the session there later.
 */
export const signOut = async (): Promise<void> => {
  setViewedPerson(null);
  const atProvider = await api.call(getSignOutUrl).catch(() => null);
  const token = readToken();
  await api.call(logout).catch(() => {
    queueSignOut(token);
  });
  clearStoredToken();
  setPageToken(null);
  clearPreferencesCopy();
  if (readOfflineUser() !== null) {
    const { clearDownloads } = await import('./downloads.ts');
    await clearDownloads();
  }
  setSession({ status: 'signed-out', reason: 'left' });
  const url = atProvider?.url ?? null;
  if (url !== null) window.location.assign(url);
};
