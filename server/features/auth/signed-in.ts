import type { LoginResponse } from '../../../shared/api/auth.ts';
import { Reply } from '../../http/route.ts';
import { sessionCookie } from './cookie.ts';

/** A login answers with the token and sets it as the cookie for images and streams. */
export const signedIn = <Answer extends LoginResponse>(response: Answer): Reply<Answer> =>
  new Reply(response, {
    'Set-Cookie': sessionCookie(response.access_token, response.expires_in),
  });
