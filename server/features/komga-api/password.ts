import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';
import { passwordSchema } from '../../../shared/api/account-fields.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { AuthService } from '../auth/service.ts';
import type { UsersService } from '../users/service.ts';
import { isKomgaAdmin } from './admin.ts';
import { komgaRoute, type KomgaInput, type KomgaRoute } from './route.ts';

const body = z.object({ password: z.string() });

type Input = KomgaInput<z.infer<typeof body>> & { caller: Caller };

const requireLength = (password: string): void => {
  if (passwordSchema.safeParse(password).success) return;
  throw new AppError('BadRequest', 'A password has 8 to 256 characters');
};

/**
 * Changes the caller's password, and for admins that of others. The format's web apps display an error's `message` and ignore
 * field problems.
 */
export const komgaPasswordRoutes = ({
  auth,
  users,
}: {
  auth: Pick<AuthService, 'changePassword'>;
  users: Pick<UsersService, 'update'>;
}): KomgaRoute[] => {
  const change = async ({ caller, body: { password } }: Input): Promise<void> => {
    requireLength(password);
    await auth.changePassword(caller, password);
  };
  return [
    komgaRoute({ method: 'PATCH', path: '/api/v2/users/me/password', needs: [], body }, change),
    komgaRoute(
      { method: 'PATCH', path: '/api/v2/users/:id/password', needs: [], body },
      async (input) => {
        const { caller, params, body: wanted } = input;
        if (params['id'] === caller.user.id) return change(input);
        if (!isKomgaAdmin(caller) || !caller.permissions.has('users-write')) {
          throw new AppError('Forbidden', 'Change the password of another user in Octavo');
        }
        requireLength(wanted.password);
        await users.update(caller, params['id'] ?? '', wanted);
      },
    ),
  ];
};
