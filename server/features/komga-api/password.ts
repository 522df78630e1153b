import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';
import { passwordSchema } from '../../../shared/api/account-fields.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { AuthService } from '../auth/service.ts';
import { komgaRoute, type KomgaInput, type KomgaRoute } from './route.ts';

const body = z.object({ password: z.string() });

type Input = KomgaInput<z.infer<typeof body>> & { caller: Caller };

/**
 * Changes the caller's password. The format's web apps display an error's `message` and ignore
 * field problems.
 */
export const komgaPasswordRoutes = ({
  auth,
}: {
  auth: Pick<AuthService, 'changePassword'>;
}): KomgaRoute[] => {
  const change = async ({ caller, body: { password } }: Input): Promise<void> => {
    if (!passwordSchema.safeParse(password).success) {
      throw new AppError('BadRequest', 'A password has 8 to 256 characters');
    }
    await auth.changePassword(caller, password);
  };
  return [
    komgaRoute({ method: 'PATCH', path: '/api/v2/users/me/password', needs: [], body }, change),
    komgaRoute(
      { method: 'PATCH', path: '/api/v2/users/:id/password', needs: [], body },
      (input) => {
        if (input.params.id !== input.caller.user.id) {
          throw new AppError('Forbidden', 'Change the password of another user in Octavo');
        }
        return change(input);
      },
    ),
  ];
};
