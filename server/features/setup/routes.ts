import { getSetupStatus, initializeSetup } from '../../../shared/api/setup.ts';
import { route, type Route } from '../../http/route.ts';
import type { AuthService } from '../auth/service.ts';
import { signedIn } from '../auth/signed-in.ts';

/** The first run: until the first user exists, whoever reaches the server may become its admin. */
export const setupRoutes = ({ auth, version }: { auth: AuthService; version: string }): Route[] => [
  route(getSetupStatus, () => ({
    setup_required: !auth.hasUsers(),
    has_users: auth.hasUsers(),
    registration_enabled: false,
    version,
  })),
  route(initializeSetup, async ({ body, headers }) =>
    signedIn(await auth.createFirstAdmin(body, headers['user-agent'] ?? null)),
  ),
];
