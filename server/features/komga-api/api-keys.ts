import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';
import { readingPermissions } from '../../../shared/permissions.ts';
import { line } from '../../../shared/schemas.ts';
import type { ApiKeysService } from '../api-keys/service.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import { seconds } from './values.ts';

/** The error code by which clients recognise a duplicate comment. */
const duplicateComment = 'ERR_1034';

type OwnKey = ReturnType<ApiKeysService['all']>[number];

const path = '/api/v2/users/me/api-keys';

/** Apps of this API download books for reading offline, and have no way to choose permissions. */
const appPermissions = [...readingPermissions, 'books-download'] as const;

/** The caller's API keys, including those of paired devices. */
export const komgaApiKeyRoutes = ({
  apiKeys,
}: {
  apiKeys: Pick<ApiKeysService, 'all' | 'create' | 'remove'>;
}): KomgaRoute[] => [
  komgaRoute({ method: 'GET', path, needs: ['api-keys-read'] }, ({ caller }) =>
    apiKeys.all(caller).map((key) => keyOf(key, caller.user.id)),
  ),
  komgaRoute(
    {
      method: 'POST',
      path,
      needs: ['api-keys-write'],
      body: z.object({ comment: line(255) }),
    },
    ({ caller, body: { comment } }) => {
      const wanted = comment.toLowerCase();
      if (apiKeys.all(caller).some(({ name }) => name.toLowerCase() === wanted)) {
        throw new AppError('BadRequest', duplicateComment);
      }
      const { key, ...made } = apiKeys.create(caller, {
        name: comment,
        permissions: appPermissions.filter((name) => caller.permissions.has(name)),
      });
      return keyOf({ ...made, updated_at: made.created_at }, caller.user.id, key);
    },
  ),
  komgaRoute(
    { method: 'DELETE', path: `${path}/:id`, needs: ['api-keys-delete'] },
    ({ caller, params: { id = '' } }) => apiKeys.remove(caller, id),
  ),
];

const keyOf = (
  { id, name, created_at, updated_at }: OwnKey,
  userId: string,
  text = '*'.repeat(6),
) => ({
  id,
  userId,
  key: text,
  comment: name,
  createdDate: seconds(created_at),
  lastModifiedDate: seconds(updated_at),
});
