import { permissions as all, type Permission } from '../../../../shared/permissions.ts';

/** What a device may do, as people think of it; `read` goes without saying. */
export const deviceRights = ['read', 'progress', 'manage'] as const;
export type DeviceRight = (typeof deviceRights)[number];

const read: readonly Permission[] = [
  'libraries-read',
  'series-read',
  'books-read',
  'collections-read',
  'read-lists-read',
  'pages-read',
];
const progress: readonly Permission[] = ['progress-read', 'progress-write'];
const manage = all.filter((name) => !read.includes(name) && !progress.includes(name));

const groups: Record<DeviceRight, readonly Permission[]> = { read, progress, manage };

/** Whether permissions contain anything of a right. */
export const hasRight = (permissions: readonly Permission[], right: DeviceRight): boolean =>
  groups[right].some((name) => permissions.includes(name));

/**
 * The permissions with a right added, as far as the person `may`, or taken away. Those of the other
 * rights stay as they are, in whatever part they were given.
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

/** What a device needs to find, open and read books, and to remember where. */
export const readingPermissions = (may: readonly Permission[]): Permission[] =>
  [...read, ...progress].filter((name) => may.includes(name));
