import { register, resendVerification, verifyEmail } from '../../../shared/api/auth.ts';
import { Reply, route, type RequestContext, type Route } from '../../http/api/route.ts';
import type { RegistrationService } from './service.ts';

export const registrationRoutes = ({
  registration,
}: {
  registration: RegistrationService;
}): Route[] => [
  route(register, async ({ body, ...request }) => {
    const user = await registration.register(body, siteOf(request));
    return new Reply(user, { Location: `/api/v1/users/${user.id}` });
  }),
  route(verifyEmail, ({ body }) => registration.verify(body.token)),
  route(resendVerification, ({ body, ...request }) => {
    registration.resend(body.email, siteOf(request));
    return { message: 'If an account with this address awaits confirmation, a new link was sent' };
  }),
];

/**
 * The web app's URL for links in mails. The host has already been checked against the server's
 * names; the page's origin has the scheme used by a proxy that is not trusted.
 */
const siteOf = ({ headers: { origin }, publicUrl }: SiteFacts): string =>
  origin === publicUrl.replace(/^http:/, 'https:') ? origin : publicUrl;
type SiteFacts = Pick<RequestContext, 'headers' | 'publicUrl'>;
