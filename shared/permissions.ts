import { z } from 'zod';

/** All permissions: those of the specification in its order, then our own. */
export const permissions = [
  'libraries-read',
  'libraries-write',
  'libraries-delete',
  'series-read',
  'series-write',
  'series-delete',
  'books-read',
  'books-write',
  'books-delete',
  'collections-read',
  'collections-write',
  'collections-delete',
  'read-lists-read',
  'read-lists-write',
  'read-lists-delete',
  'pages-read',
  'progress-read',
  'progress-write',
  'users-read',
  'users-write',
  'users-delete',
  'api-keys-read',
  'api-keys-write',
  'api-keys-delete',
  'tasks-read',
  'tasks-write',
  'plugins-manage',
  'system-health',
  'system-admin',
  'books-download',
  'books-upload',
] as const;

export type Permission = (typeof permissions)[number];

export const roles = ['reader', 'maintainer', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The permissions of a new API key: browsing, reading, and saving where one is. */
export const readingPermissions = [
  'libraries-read',
  'series-read',
  'books-read',
  'collections-read',
  'read-lists-read',
  'pages-read',
  'progress-read',
  'progress-write',
] as const satisfies readonly Permission[];

const reader: readonly Permission[] = [
  ...readingPermissions,
  'api-keys-read',
  'api-keys-write',
  'api-keys-delete',
  'books-download',
];

const maintainer: readonly Permission[] = [
  ...reader,
  'libraries-write',
  'series-write',
  'series-delete',
  'books-write',
  'books-delete',
  'collections-write',
  'collections-delete',
  'read-lists-write',
  'read-lists-delete',
  'tasks-read',
  'tasks-write',
  'system-health',
];

/** Each role includes the one before it. */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  reader,
  maintainer,
  admin: permissions,
};

/**
 * Permissions of which a reader app needs at least one to change the library; the setting "Apps can
 * change things" is offered to their holders.
 */
export const changingPermissions = [
  'libraries-write',
  'series-write',
  'books-write',
  'collections-write',
  'read-lists-write',
] as const satisfies readonly Permission[];

/** The account fields that decide what a user can do. */
export interface PermissionFields {
  role: Role;
  /** Beyond those of the role. */
  permissions: readonly Permission[];
  can_download: boolean;
}

/** The effective permissions of a user, sorted. */
export const effectivePermissions = ({
  role,
  permissions: extra,
  can_download,
}: PermissionFields): Permission[] =>
  [...new Set([...rolePermissions[role], ...extra])]
    .filter((name) => name !== 'books-download' || can_download)
    .sort();

/** Accepts `libraries-read` and `libraries:read`; normalises to `libraries-read`. */
export const permissionName = z
  .string()
  .max(100)
  .transform((name) => name.replace(':', '-'))
  .pipe(z.enum(permissions));
