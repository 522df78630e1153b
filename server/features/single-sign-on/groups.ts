import type { Logger } from 'pino';

import { type Role, roles } from '../../../shared/permissions.ts';
import type { UsersService } from '../users/service.ts';
import type { ArrivalRules } from './types.ts';

/** Whether somebody with these groups is allowed to sign in. */
export const isAllowed = ({ only_groups }: ArrivalRules, groups: readonly string[]): boolean =>
  only_groups.length === 0 || only_groups.some((group) => groups.includes(group));

/** The highest role of the groups; null without a mapping. */
const roleOf = ({ group_roles }: ArrivalRules, groups: readonly string[]): Role | null => {
  if (group_roles.length === 0) return null;
  const ranks = group_roles
    .filter(({ group }) => groups.includes(group))
    .map(({ role }) => roles.indexOf(role));
  return roles[Math.max(0, ...ranks)] ?? null;
};

/** Applies the groups of a person who signs in. */
export type ApplyGroups = (userId: string, rules: ArrivalRules, groups: readonly string[]) => void;

/**
 * Roles only: `group_libraries` is stored, and is to be applied here as soon as a person can be
 * limited to libraries.
 */
export const createApplyGroups =
  ({
    users,
    log,
  }: {
    users: Pick<UsersService, 'assignRole'>;
    log: Pick<Logger, 'warn'>;
  }): ApplyGroups =>
  (userId, rules, groups) => {
    const role = roleOf(rules, groups);
    if (role === null || users.assignRole(userId, role)) return;
    log.warn({ user_id: userId, role }, 'the last admin keeps the role, whatever the groups say');
  };
