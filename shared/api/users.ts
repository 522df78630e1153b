import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { permissionName, permissions, roles } from '../permissions.ts';
import { byId, listQuery, timestamp, uuid } from '../schemas.ts';
import { emailSchema, passwordSchema, usernameSchema } from './account-fields.ts';
import { restrictionsSchema } from './restrictions.ts';

export const userSchema = z
  .object({
    id: uuid,
    username: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles),
    permissions: z.array(z.enum(permissions)).describe('Beyond those of the role'),
    can_download: z.boolean().describe('Whether the role’s permission books-download is granted'),
    restrictions: restrictionsSchema.nullable().describe('Null: everything is visible'),
    is_active: z.boolean(),
    verification_pending: z
      .boolean()
      .describe('Registered, but the e-mail address is not confirmed yet'),
    verification_link: z
      .string()
      .nullable()
      .describe(
        'Link that confirms the address, if there is no mail server to send it: pass it on',
      ),
    second_factor: z.boolean().describe('Whether signing in with the password asks for a code'),
    passkey_count: z.int(),
    last_login_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

const userFields = z.object({
  username: usernameSchema,
  password: passwordSchema,
  email: emailSchema.nullable(),
  role: z.enum(roles),
  permissions: z
    .array(permissionName)
    .max(100)
    .describe('Beyond those of the role; kebab-case or colon form'),
  can_download: z.boolean().describe('Always true for admins'),
  restrictions: restrictionsSchema
    .nullable()
    .describe('Null: everything is visible, as it always is to admins'),
  is_active: z.boolean(),
});

export const createUserBody = userFields.partial().required({ username: true, password: true });
export const updateUserBody = userFields.partial();
export type CreateUser = z.output<typeof createUserBody>;
export type UpdateUser = z.output<typeof updateUserBody>;

const tag = 'Users';

export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  access: ['users-read'],
  tag,
  summary: 'Lists users',
  query: listQuery(
    ['username', 'email', 'role', 'last_login_at', 'created_at', 'updated_at'],
    'username,asc',
  ),
  list: userSchema,
});

export const createUser = endpoint({
  id: 'createUser',
  method: 'POST',
  path: '/users',
  access: ['users-write'],
  tag,
  summary: 'Creates a user',
  description:
    'A reader by default. 403 for granting permissions beyond a reader’s that the caller does not have. An admin cannot be restricted (409).',
  body: createUserBody,
  response: userSchema,
  status: 201,
  errors: ['Conflict'],
});

export const countVisibleSeries = endpoint({
  id: 'countVisibleSeries',
  method: 'POST',
  path: '/users/visible-series',
  access: ['users-read'],
  tag,
  summary: 'Number of series that a person with these restrictions can see',
  body: restrictionsSchema,
  response: z.object({
    visible_count: z.int(),
    total_count: z.int().describe('Series without restrictions'),
  }),
});

export const getUser = endpoint({
  id: 'getUser',
  method: 'GET',
  path: '/users/{id}',
  access: ['users-read'],
  tag,
  summary: 'User details',
  params: byId,
  response: userSchema,
  errors: ['NotFound'],
});

export const updateUser = endpoint({
  id: 'updateUser',
  method: 'PUT',
  path: '/users/{id}',
  access: ['users-write'],
  tag,
  summary: 'Updates the fields that are sent',
  description:
    'A new password or role, or deactivation, ends the user’s sessions at once. The last active admin can be neither demoted nor deactivated (409). An admin has no restrictions: promotion removes them, and setting any is a 409.',
  params: byId,
  body: updateUserBody,
  response: userSchema,
  errors: ['NotFound', 'Conflict'],
});

export const deleteUser = endpoint({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/users/{id}',
  access: ['users-delete'],
  tag,
  summary: 'Deletes a user with sessions, keys and reading progress',
  description: 'Neither the caller nor the last active admin (409).',
  params: byId,
  status: 204,
  errors: ['NotFound', 'Conflict'],
});
