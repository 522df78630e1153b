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

/** The libraries of the groups together; undefined without a mapping. */
const librariesOf = (
  { group_libraries }: ArrivalRules,
  groups: readonly string[],
): string[] | undefined =>
  group_libraries.length === 0
    ? undefined
    : [
        ...new Set(
          group_libraries
            .filter(({ group }) => groups.includes(group))
            .flatMap(({ library_ids }) => library_ids),
        ),
      ];

export const createApplyGroups =
  ({
    users,
    log,
  }: {
    users: Pick<UsersService, 'assign'>;
    log: Pick<Logger, 'warn'>;
  }): ApplyGroups =>
  (userId, rules, groups) => {
    const [role, library_ids] = [roleOf(rules, groups) ?? undefined, librariesOf(rules, groups)];
    if (role === undefined && library_ids === undefined) return;
    if (users.assign(userId, { role, library_ids })) return;
    log.warn({ user_id: userId, role }, 'the last admin keeps the role, whatever the groups say');
  };
