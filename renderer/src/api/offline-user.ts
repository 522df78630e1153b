import type { CurrentUser } from '../../../shared/api/auth.ts';

const key = 'octavo.offline-user';

/** The owner of the books downloaded to this device, or null; used to open them offline. */
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
