import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, timestamp, uuid } from '../schemas.ts';
import { currentPassword, loginResponseSchema } from './auth.ts';

/** Why nobody was signed in; the web app has a sentence for each. */
export const ssoFailures = [
  'unreachable',
  'misconfigured',
  'expired',
  'other_browser',
  'denied',
  'wrong_issuer',
  'used_code',
  'expired_token',
  'invalid_answer',
  'no_account',
  'not_in_group',
  'deactivated',
  'linked_elsewhere',
  'changed',
] as const;
export type SsoFailure = (typeof ssoFailures)[number];

/** Part of a provider's addresses. */
export const slug = z
  .string()
  .max(32)
  .regex(
    /^[a-z0-9][a-z0-9-]*$/,
    'Use 1 to 32 lower-case letters, digits and hyphens, and begin with a letter or digit',
  )
  .describe('Part of the redirect URI: `/api/v1/auth/sso/{slug}/callback`');
const bySlug = z.object({ slug });

/** A provider as everyone sees it. */
const buttonSchema = z.object({ slug: z.string(), name: z.string() });

export const singleSignOnTag = 'Single sign-on';
export const notByKey = 'Refused to API keys and paired devices.';

export const getSignInOptions = endpoint({
  id: 'getSignInOptions',
  method: 'GET',
  path: '/auth/sso',
  access: 'public',
  tag: singleSignOnTag,
  summary: 'Ways to sign in besides the password',
  response: z.object({
    providers: z.array(buttonSchema),
    proxy: z.boolean().describe('Whether sign-in by a proxy is on and this request has its header'),
  }),
});

export const startSso = endpoint({
  id: 'startSingleSignOn',
  method: 'GET',
  path: '/auth/sso/{slug}/start',
  access: 'public',
  tag: singleSignOnTag,
  summary: 'Redirects the browser to a provider',
  description:
    'A failure redirects to the sign-in page with the reason in the fragment: `#sso-error=<code>`.',
  params: bySlug,
  query: z.object({
    to: z
      .string()
      .max(4096)
      .optional()
      .describe('The page of the web app to open afterwards: /series/…'),
  }),
  redirects: true,
});

const answer = (meaning: string) => z.string().max(8192).optional().describe(meaning);
export const finishSso = endpoint({
  id: 'finishSingleSignOn',
  method: 'GET',
  path: '/auth/sso/{slug}/callback',
  access: 'public',
  tag: singleSignOnTag,
  summary: 'The redirect URI of a provider',
  description:
    'Redirects to the web app with a one-time code in the fragment, `#sso=<code>`, or with the reason of a failure, `#sso-error=<code>`.',
  params: bySlug,
  query: z.object({
    code: answer('To be exchanged for tokens'),
    state: answer('Names the attempt'),
    iss: answer('Issuer of the answer'),
    error: answer('Code of a failure'),
    error_description: answer('Its reason, for developers'),
  }),
  redirects: true,
});

export const redeemSsoCode = endpoint({
  id: 'redeemSingleSignOnCode',
  method: 'POST',
  path: '/auth/sso/session',
  access: 'public',
  tag: singleSignOnTag,
  summary: 'Signs in with the one-time code of the redirect URI',
  description: 'Only in the same browser, within one minute.',
  body: z.object({ code: z.string().max(256) }),
  response: loginResponseSchema,
  errors: ['Unauthorized'],
});

export const proxySignIn = endpoint({
  id: 'proxySignIn',
  method: 'POST',
  path: '/auth/proxy-sign-in',
  access: 'public',
  tag: singleSignOnTag,
  summary: 'Signs in the user named in the header of a trusted proxy',
  description: '403 says why it is refused, for example that the address is not a trusted proxy.',
  response: loginResponseSchema,
  errors: ['Forbidden'],
});

export const getSignOutUrl = endpoint({
  id: 'getSignOutUrl',
  method: 'GET',
  path: '/auth/sso/sign-out-url',
  access: 'signed-in',
  tag: singleSignOnTag,
  summary: 'The sign-out page of this session’s provider',
  description: 'Open it after the session has ended. Null if there is none.',
  response: z.object({ url: z.string().nullable() }),
});

export const identitySchema = z
  .object({
    id: uuid,
    provider: buttonSchema,
    label: z.string().describe('Name or address at the provider'),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'LinkedIdentity' });
export type LinkedIdentity = z.infer<typeof identitySchema>;

export const listIdentities = endpoint({
  id: 'listLinkedIdentities',
  method: 'GET',
  path: '/auth/identities',
  access: 'signed-in',
  tag: singleSignOnTag,
  summary: 'Linked accounts at providers',
  response: z.object({
    has_password: z.boolean().describe('Whether a password can sign in too'),
    identities: z.array(identitySchema),
    providers: z.array(buttonSchema).describe('All that can be linked'),
  }),
});

const identityPassword = currentPassword
  .default(null)
  .describe(
    `${currentPassword.description ?? ''}, or within five minutes of signing in without a password`,
  );

export const linkIdentity = endpoint({
  id: 'linkIdentity',
  method: 'POST',
  path: '/auth/identities',
  access: 'signed-in',
  tag: singleSignOnTag,
  summary: 'Starts linking an account at a provider',
  description: `Open the returned address in the same browser. ${notByKey}`,
  body: z.object({ slug, current_password: identityPassword }),
  response: z.object({ url: z.string() }),
  errors: ['NotFound', 'UnprocessableContent'],
});

export const unlinkIdentity = endpoint({
  id: 'unlinkIdentity',
  method: 'POST',
  path: '/auth/identities/{id}/unlink',
  access: 'signed-in',
  tag: singleSignOnTag,
  summary: 'Removes a link; 409 for the last way to sign in',
  description: notByKey,
  params: byId,
  body: z.object({ current_password: identityPassword }),
  status: 204,
  errors: ['Conflict'],
});

/** In the order of the documentation. */
export const singleSignOnEndpoints = [
  getSignInOptions,
  redeemSsoCode,
  getSignOutUrl,
  startSso,
  finishSso,
  proxySignIn,
  listIdentities,
  linkIdentity,
  unlinkIdentity,
];
