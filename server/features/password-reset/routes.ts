import { requestPasswordReset, redeemPasswordReset } from '../../../shared/api/password-reset.ts';
import { route, type Route } from '../../http/api/route.ts';
import { originOf } from '../../http/net/origin.ts';
import { linkUrl } from '../../http/net/site-url.ts';
import type { PasswordResetService } from './service.ts';

export const passwordResetRoutes = ({
  passwordReset,
}: {
  passwordReset: PasswordResetService;
}): Route[] => [
  route(requestPasswordReset, (request) => {
    passwordReset.request(request.body, { ...originOf(request), site: linkUrl(request) });
    return { message: 'If the account has an e-mail address, a link was sent to it' };
  }),
  route(redeemPasswordReset, ({ body, ...request }) =>
    passwordReset.reset(body.token, body.password, originOf(request)),
  ),
];
