import { z } from 'zod';

import { passwordSchema } from '../../../shared/api/auth.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { AuthService } from '../auth/service.ts';
import { compatRoute, type CompatInput, type CompatRoute } from './route.ts';

const body = z.object({ password: z.string() });

type Input = CompatInput<z.infer<typeof body>> & { caller: Caller };

/** One's own password. The web apps of the format show the `message` of an error, and no field problems. */
export const compatPasswordRoutes = ({
  auth,
}: {
  auth: Pick<AuthService, 'changePassword'>;
}): CompatRoute[] => {
  const change = async ({ caller, body: { password } }: Input): Promise<void> => {
    if (!passwordSchema.safeParse(password).success) {
      throw new AppError('BadRequest', 'A password has 8 to 256 characters');
    }
    await auth.changePassword(caller, password);
  };
  return [
    compatRoute({ method: 'PATCH', path: '/api/v2/users/me/password', needs: [], body }, change),
    compatRoute(
      { method: 'PATCH', path: '/api/v2/users/:id/password', needs: [], body },
      (input) => {
        if (input.params.id !== input.caller.user.id) {
          throw new AppError('Forbidden', 'Change the password of somebody else in Octavo');
        }
        return change(input);
      },
    ),
  ];
};
