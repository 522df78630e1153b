import { z } from 'zod';

import { createUserBody, type CreateUser, type User } from '../../../../shared/api/users.ts';
import { emailSchema } from '../../../../shared/api/account-fields.ts';
import { effectivePermissions, type Role } from '../../../../shared/permissions.ts';
import { Reply } from '../../../http/api/route.ts';
import { validate } from '../../../http/api/validate.ts';
import type { UsersService } from '../../users/service.ts';
import { komgaUser } from '../account.ts';
import { conflictAsBadRequest } from '../admin.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';
import { changedRestrictions, restrictionFields } from './restrictions.ts';

const path = '/api/v2/users';

const roles = z.array(z.string());
const created = z.object({ ...restrictionFields, email: z.string(), password: z.string(), roles });
const changed = z.object({ ...restrictionFields, roles: roles.nullish() });

/** People: a user name is the e-mail address that the format asks for. */
export const komgaPeopleRoutes = ({
  users,
}: {
  users: Pick<UsersService, 'list' | 'get' | 'create' | 'update' | 'remove'>;
}): KomgaRoute[] => [
  komgaRoute({ method: 'GET', path, needs: ['users-read'], admin: true }, () =>
    allUsers(users).map(recordOf),
  ),
  komgaRoute(
    { method: 'POST', path, needs: ['users-write'], admin: true, body: created },
    ({ caller, body }) =>
      conflictAsBadRequest(async () => {
        const { email, password } = body;
        const restrictions = changedRestrictions(body, null);
        const isAddress = emailSchema.safeParse(email).success;
        const user = validate(
          createUserBody,
          {
            ...{ username: email, password, ...rightsOf(body.roles, 'reader') },
            ...(isAddress && { email }),
            ...(restrictions && { restrictions }),
          },
          'body',
        ) as CreateUser;
        return new Reply(recordOf(await users.create(caller, user)), {}, 201);
      }),
  ),
  komgaRoute(
    { method: 'PATCH', path: `${path}/:id`, needs: ['users-write'], admin: true, body: changed },
    ({ caller, params: { id = '' }, body }) =>
      conflictAsBadRequest(async () => {
        const before = users.get(id);
        const restrictions = changedRestrictions(body, before.restrictions);
        const rights = body.roles ? rightsOf(body.roles, before.role) : {};
        if (restrictions === undefined && !body.roles) return;
        await users.update(caller, id, { ...rights, ...(restrictions && { restrictions }) });
      }),
  ),
  komgaRoute(
    { method: 'DELETE', path: `${path}/:id`, needs: ['users-delete'], admin: true },
    ({ caller, params: { id = '' } }) => conflictAsBadRequest(() => users.remove(caller, id)),
  ),
];

/** More than any server has. */
const maxUsers = 100_000;

export const allUsers = (users: Pick<UsersService, 'list'>): User[] =>
  users.list({ page: 1, pageSize: maxUsers, sort: { field: 'username', direction: 'asc' } })
    .data as User[];

const recordOf = (user: User) =>
  komgaUser(user, {
    permissions: new Set(effectivePermissions(user)),
    isAdmin: user.role === 'admin',
    restrictions: user.restrictions,
  });

/**
 * The format has no maintainers: one stays so unless made an admin. Pages cannot be taken from
 * somebody who sees the book.
 */
const rightsOf = (wanted: readonly string[], before: Role) => {
  const names = new Set(wanted.map((role) => role.toUpperCase()));
  if (names.has('ADMIN')) return { role: 'admin', can_download: true } as const;
  const role: Role = before === 'admin' ? 'reader' : before;
  return { role, can_download: names.has('FILE_DOWNLOAD') };
};
