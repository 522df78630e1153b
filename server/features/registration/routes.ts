import { register, resendVerification, verifyEmail } from '../../../shared/api/auth.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import { linkUrl } from '../../http/net/site-url.ts';
import type { RegistrationService } from './service.ts';

export const registrationRoutes = ({
  registration,
}: {
  registration: RegistrationService;
}): Route[] => [
  route(register, async ({ body, ...request }) => {
    const user = await registration.register(body, linkUrl(request));
    return new Reply(user, { Location: `/api/v1/users/${user.id}` });
  }),
  route(verifyEmail, ({ body }) => registration.verify(body.token)),
  route(resendVerification, ({ body, ...request }) => {
    registration.resend(body.email, linkUrl(request));
    return { message: 'If an account with this address awaits confirmation, a new link was sent' };
  }),
];
