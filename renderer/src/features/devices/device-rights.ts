import {
  permissions as all,
  readingPermissions,
  type Permission,
} from '../../../../shared/permissions.ts';

/** Groups of device permissions; `read` is always included. */
export const deviceRights = ['read', 'download', 'progress', 'manage'] as const;
export type DeviceRight = (typeof deviceRights)[number];

const progress: readonly Permission[] = ['progress-read', 'progress-write'];
const read: readonly Permission[] = readingPermissions.filter((name) => !progress.includes(name));
const download: readonly Permission[] = ['books-download'];
const manage = all.filter((name) => ![...read, ...download, ...progress].includes(name));

const groups: Record<DeviceRight, readonly Permission[]> = { read, download, progress, manage };

/** Whether any permission of a group is granted. */
export const hasRight = (permissions: readonly Permission[], right: DeviceRight): boolean =>
  groups[right].some((name) => permissions.includes(name));

/**
 * Grants a group, limited to the user's own permissions, or revokes it. Other groups stay
 * unchanged, even if partly granted.
 */
export const withRight = (
  permissions: readonly Permission[],
  right: DeviceRight,
  on: boolean,
  may: readonly Permission[],
): Permission[] => {
  const others = permissions.filter((name) => !groups[right].includes(name));
  return on ? [...others, ...groups[right].filter((name) => may.includes(name))] : others;
};

/** Permissions to browse, read and download books and to sync progress. */
export const devicePermissions = (may: readonly Permission[]): Permission[] =>
  [...read, ...download, ...progress].filter((name) => may.includes(name));
