import { getSetupStatus, initializeSetup } from '../../../shared/api/setup.ts';
import { originOf } from '../../http/origin.ts';
import { Reply, route, type Route } from '../../http/route.ts';
import type { AuthService } from '../auth/service.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { RegistrationService } from '../registration/service.ts';

/** The first run: until the first user exists, whoever reaches the server may become its admin. */
export const setupRoutes = ({
  auth,
  registration,
  version,
}: {
  auth: AuthService;
  registration: Pick<RegistrationService, 'isOpen'>;
  version: string;
}): Route[] => [
  route(getSetupStatus, () => ({
    setup_required: !auth.hasUsers(),
    has_users: auth.hasUsers(),
    registration_enabled: registration.isOpen(),
    version,
  })),
  route(initializeSetup, async ({ body, headers, ip }) => {
    const session = await auth.createFirstAdmin(body, originOf({ headers, ip }));
    const reply = signedIn(session);
    return new Reply(session, { ...reply.headers, Location: `/api/v1/users/${session.user.id}` });
  }),
];
