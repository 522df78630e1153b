import type { IncomingHttpHeaders } from 'node:http';

import { register, resendVerification, verifyEmail } from '../../../shared/api/auth.ts';
import { Reply, route, type Route } from '../../http/route.ts';
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
    return { message: 'If an account waits for this address, a new link is on its way' };
  }),
];

/**
 * Where the person sees the web app, for links in mails. The host was checked against the names of this
 * server already; the page's origin knows the scheme that a proxy in front of us speaks.
 */
const siteOf = ({ host = '', origin }: IncomingHttpHeaders, secure: boolean): string =>
  origin?.replace(/^https?:\/\//, '') === host ? origin : `${secure ? 'https' : 'http'}://${host}`;
