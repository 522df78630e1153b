import type { ErrorRequestHandler, Request } from 'express';

import { requestSource } from '../../http/net/request-source.ts';
import { hasCode } from '../../../shared/errors.ts';
import { baseOf, sendJson } from './http.ts';
import { jsonTypes } from './json-feed.ts';

/**
 * Describes how to sign in, with the address by which the client reached the server; `refusal` is what
 * was wrong with the credentials.
 */
export const authenticationDocument = (request: Request, refusal: string | null): object => {
  const catalogue = `${requestSource(request).origin}${baseOf(request)}/v2`;
  return {
    id: `${catalogue}/auth`,
    title: 'Octavo',
    description: refusal ?? 'Sign in with your account on this server.',
    links: [{ rel: 'start', href: `${catalogue}/catalog`, type: jsonTypes.feed }],
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: 'User name', password: 'Password or API key' },
      },
    ],
  };
};

/** A 401 contains the authentication document, and makes OPDS 1.2 clients ask for a password. */
export const askToSignIn: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (!hasCode(error, 'Unauthorized')) {
    next(error);
    return;
  }
  response.status(401).set(error.headers);
  response.setHeader('WWW-Authenticate', 'Basic realm="Octavo", charset="UTF-8"');
  response.setHeader(
    'Link',
    `<${baseOf(request)}/v2/auth>; rel="http://opds-spec.org/auth/document"; type="${jsonTypes.authentication}"`,
  );
  // Other messages name the API's headers, which people do not know.
  const isForPeople = request.headers.authorization !== undefined && error.details !== null;
  const refusal = isForPeople ? error.message : null;
  sendJson(response, jsonTypes.authentication, authenticationDocument(request, refusal));
};
