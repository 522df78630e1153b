import type { CurrentUser } from '../../../shared/api/auth.ts';

const key = 'octavo.offline-user';

/** Whose books are kept on this device; null where none are. It opens them without the server. */
export const readOfflineUser = (): CurrentUser | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as CurrentUser | null;
  } catch {
    return null;
  }
};

export const writeOfflineUser = (user: CurrentUser | null): void => {
  if (user === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(user));
};
