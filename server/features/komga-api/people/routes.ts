import { z } from 'zod';

import { createUserBody, type CreateUser, type User } from '../../../../shared/api/users.ts';
import { emailSchema } from '../../../../shared/api/account-fields.ts';
import { badField } from '../../../../shared/errors.ts';
import { effectivePermissions, type Role } from '../../../../shared/permissions.ts';
import { Reply } from '../../../http/api/route.ts';
import { validate } from '../../../http/api/validate.ts';
import type { UsersService } from '../../users/service.ts';
import { komgaUser } from '../account.ts';
import { conflictAsBadRequest } from '../admin.ts';
import { komgaRoute, type KomgaRoute } from '../route.ts';

const path = '/api/v2/users';

/** Restrictions of the format. Octavo has its own: a request never seems to set one. */
const restrictions = z.object({
  sharedLibraries: z.object({ all: z.boolean() }).nullish(),
  ageRestriction: z.object({ restriction: z.string() }).nullish(),
  labelsAllow: z.array(z.string()).nullish(),
  labelsExclude: z.array(z.string()).nullish(),
});
const roles = z.array(z.string());
const created = restrictions.extend({ email: z.string(), password: z.string(), roles });
const changed = restrictions.extend({ roles: roles.nullish() });

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
        refuseRestrictions(body);
        const { email, password } = body;
        const isAddress = emailSchema.safeParse(email).success;
        const user = validate(
          createUserBody,
          {
            ...{ username: email, password, role: roleOf(body.roles, 'reader') },
            ...(isAddress ? { email } : {}),
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
        const { role: before } = users.get(id);
        refuseRestrictions(body);
        const role = body.roles ? roleOf(body.roles, before) : before;
        if (role !== before) await users.update(caller, id, { role });
      }),
  ),
  komgaRoute(
    { method: 'DELETE', path: `${path}/:id`, needs: ['users-delete'], admin: true },
    ({ caller, params: { id = '' } }) => conflictAsBadRequest(() => users.remove(caller, id)),
  ),
];

/** More than any server has. */
const mostUsers = 100_000;

export const allUsers = (users: Pick<UsersService, 'list'>): User[] =>
  users.list({ page: 1, pageSize: mostUsers, sort: { field: 'username', direction: 'asc' } })
    .data as User[];

const recordOf = (user: User) =>
  komgaUser(user, {
    permissions: new Set(effectivePermissions(user)),
    isAdmin: user.role === 'admin',
    restrictions: user.restrictions,
  });

/** The format has no maintainers: one stays so unless made an admin. */
const roleOf = (wanted: readonly string[], before: Role): Role => {
  if (wanted.some((role) => role.toUpperCase() === 'ADMIN')) return 'admin';
  return before === 'admin' ? 'reader' : before;
};

const refuseRestrictions = (body: z.infer<typeof restrictions>): void => {
  const { sharedLibraries, ageRestriction, labelsAllow, labelsExclude } = body;
  const asked = [
    ...(sharedLibraries?.all === false ? ['sharedLibraries'] : []),
    ...(ageRestriction && ageRestriction.restriction !== 'NONE' ? ['ageRestriction'] : []),
    ...(labelsAllow?.length ? ['labelsAllow'] : []),
    ...(labelsExclude?.length ? ['labelsExclude'] : []),
  ];
  const [field] = asked;
  if (field !== undefined) {
    throw badField(field, 'Set what a person can see in Octavo, under People in the settings');
  }
};
