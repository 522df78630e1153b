/** Storage key of the wizard's draft; `yes` once it was completed or skipped. */
export const welcomeKey = 'octavo.welcomed';

/**
 * Whether the wizard replaces Home: it was begun on this device and neither completed nor skipped. The
 * desktop's owner, whose account is created automatically, begins it at Home.
 */
export const welcomeWaits = (isOwner: boolean): boolean =>
  (localStorage.getItem(welcomeKey) ?? (isOwner ? '' : 'yes')) !== 'yes';
