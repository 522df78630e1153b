import { register, resendVerification, verifyEmail } from '../../../shared/api/auth.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { publicOrigin } from '../../http/net/public-origin.ts';
import type { RegistrationService } from './service.ts';

export const registrationRoutes = ({
  registration,
}: {
  registration: RegistrationService;
}): Route[] => [
  route(register, async ({ body, headers, secure }) => {
    const user = await registration.register(body, publicOrigin({ headers, secure }));
    return new Reply(user, { Location: `/api/v1/users/${user.id}` });
  }),
  route(verifyEmail, ({ body }) => registration.verify(body.token)),
  route(resendVerification, ({ body, headers, secure }) => {
    registration.resend(body.email, publicOrigin({ headers, secure }));
    return { message: 'If an account with this address awaits confirmation, a new link was sent' };
  }),
];
