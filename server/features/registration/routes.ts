import type { IncomingHttpHeaders } from 'node:http';

import { register, resendVerification, verifyEmail } from '../../../shared/api/auth.ts';
import { Reply, route, type Route } from '../../http/api/route.ts';
import type { RegistrationService } from './service.ts';

export const registrationRoutes = ({
  registration,
}: {
  registration: RegistrationService;
}): Route[] => [
  route(register, async ({ body, headers, secure }) => {
    const user = await registration.register(body, siteOf(headers, secure));
    return new Reply(user, { Location: `/api/v1/users/${user.id}` });
  }),
  route(verifyEmail, ({ body }) => registration.verify(body.token)),
  route(resendVerification, ({ body, headers, secure }) => {
    registration.resend(body.email, siteOf(headers, secure));
    return { message: 'If an account with this address awaits confirmation, a new link was sent' };
  }),
];

/**
 * The web app's URL for links in mails. The host has already been checked against the server's
 * names; the page's origin has the scheme used by a reverse proxy.
 */
const siteOf = ({ host = '', origin }: IncomingHttpHeaders, secure: boolean): string =>
  origin?.replace(/^https?:\/\//, '') === host ? origin : `${secure ? 'https' : 'http'}://${host}`;
