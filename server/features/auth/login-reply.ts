import type { LoginResponse } from '../../../shared/api/auth.ts';
import { Reply } from '../../http/api/route.ts';
import { sessionCookie } from './cookie.ts';

/** The login reply: returns the token and sets it as a cookie for images and streams. */
export const loginReply = <Answer extends LoginResponse>(response: Answer): Reply<Answer> =>
  new Reply(response, {
    'Set-Cookie': sessionCookie(response.access_token, response.expires_in),
  });
