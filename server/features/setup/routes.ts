import { getSetupStatus, initializeSetup } from '../../../shared/api/setup.ts';
import { originOf } from '../../http/net/origin.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { AuthService } from '../auth/service.ts';
import { loginReply } from '../auth/login-reply.ts';
import type { PasskeysService } from '../passkeys/service.ts';
import type { PasswordResetService } from '../password-reset/service.ts';
import type { RegistrationService } from '../registration/service.ts';

/**
 * First-run setup: until the first user exists, anyone who reaches the server can become its admin.
 */
export const setupRoutes = ({
  auth,
  registration,
  passwordReset,
  passkeys,
  version,
}: {
  auth: AuthService;
  registration: Pick<RegistrationService, 'isOpen'>;
  passwordReset: Pick<PasswordResetService, 'isAvailable'>;
  passkeys: Pick<PasskeysService, 'areUsed'>;
  version: string;
}): Route[] => [
  route(getSetupStatus, () => ({
    setup_required: !auth.hasUsers(),
    has_users: auth.hasUsers(),
    registration_enabled: registration.isOpen(),
    password_reset: passwordReset.isAvailable(),
    passkeys: passkeys.areUsed(),
    version,
  })),
  route(initializeSetup, async ({ body, headers, ip }) => {
    const session = await auth.createFirstAdmin(body, originOf({ headers, ip }));
    const reply = loginReply(session);
    return new Reply(session, { ...reply.headers, Location: `/api/v1/users/${session.user.id}` });
  }),
];
