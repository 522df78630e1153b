import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { permissionName, permissions } from '../permissions.ts';
import { byId, line, listQuery, timestamp, uuid } from '../schemas.ts';

export const apiKeySchema = z
  .object({
    id: uuid,
    name: z.string(),
    key_prefix: z.string().describe('The middle segment of the key'),
    permissions: z
      .array(z.enum(permissions))
      .describe('Each request has those of them that the user of the key has at that moment'),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('Accurate to a minute'),
    expires_at: timestamp.nullable(),
    apps_can_change: z
      .boolean()
      .describe(
        'Whether reader apps with the key can change the library, if its permissions allow it',
      ),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const createdApiKeySchema = apiKeySchema
  .extend({ key: z.string().describe('The whole key; only this response contains it') })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

/** Keys of one person, with those of paired devices. */
export const maxApiKeys = 500;

const apiKeyFields = z.object({
  name: line(255),
  permissions: z
    .array(permissionName)
    .max(100)
    .describe('Kebab-case or colon form; default: what reading needs, as far as the caller has it'),
  expires_at: timestamp.nullable(),
  apps_can_change: z.boolean().describe('Default: false'),
});

export const createApiKeyBody = apiKeyFields.partial().required({ name: true });
export const updateApiKeyBody = apiKeyFields.partial();
export type CreateApiKey = z.output<typeof createApiKeyBody>;
export type UpdateApiKey = z.output<typeof updateApiKeyBody>;

const tag = 'API keys';

export const listApiKeys = endpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  access: ['api-keys-read'],
  tag,
  summary: 'Lists your keys',
  query: listQuery(['name', 'created_at', 'last_used_at', 'expires_at'], 'created_at,desc'),
  list: apiKeySchema,
});

export const createApiKey = endpoint({
  id: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  access: ['api-keys-write'],
  tag,
  summary: 'Creates a key',
  description: `403 for a permission that the caller does not have, 409 for more than ${maxApiKeys} keys and devices.`,
  body: createApiKeyBody,
  response: createdApiKeySchema,
  status: 201,
  errors: ['Conflict'],
});

export const getApiKey = endpoint({
  id: 'getApiKey',
  method: 'GET',
  path: '/api-keys/{id}',
  access: ['api-keys-read'],
  tag,
  summary: 'Key details',
  params: byId,
  response: apiKeySchema,
  errors: ['NotFound'],
});

export const updateApiKey = endpoint({
  id: 'updateApiKey',
  method: 'PUT',
  path: '/api-keys/{id}',
  access: ['api-keys-write'],
  tag,
  summary: 'Updates the fields that are sent',
  params: byId,
  body: updateApiKeyBody,
  response: apiKeySchema,
  errors: ['NotFound'],
});

export const deleteApiKey = endpoint({
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/api-keys/{id}',
  access: ['api-keys-delete'],
  tag,
  summary: 'Revokes the key at once',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});
