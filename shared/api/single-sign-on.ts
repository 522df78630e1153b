import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { roles } from '../permissions.ts';
import { byId, line, timestamp, uuid } from '../schemas.ts';
import { loginResponseSchema } from './auth.ts';

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

/** Maximum providers of a server. */
export const maxProviders = 20;

const slug = z
  .string()
  .max(32)
  .regex(
    /^[a-z0-9][a-z0-9-]*$/,
    'Use 1 to 32 lower-case letters, digits and hyphens, and begin with a letter or digit',
  )
  .describe('Part of the redirect URI: `/api/v1/auth/sso/{slug}/callback`');
const bySlug = z.object({ slug });

const group = line(255);
const groups = z.array(group).max(100);
const groupRoles = z
  .array(z.object({ group, role: z.enum(roles) }))
  .max(100)
  .describe(
    'The highest role of the groups applies at each sign-in; without any, reader. Empty: roles stay as they are',
  );
const groupLibraries = z
  .array(z.object({ group, library_ids: z.array(uuid).max(500) }))
  .max(100)
  .describe('Libraries that members of a group see');

/** Rules for people who arrive from a provider or through a proxy. */
const arrivalRules = {
  group_roles: groupRoles,
  group_libraries: groupLibraries,
  only_groups: groups.describe('Groups whose members can sign in; empty: everyone'),
  creates_people: z.boolean().describe('Whether the first sign-in creates an account, as a reader'),
};

const claim = line(255).describe('Name of a claim; dots lead into objects: `realm_access.roles`');

const providerFields = z.object({
  slug,
  name: line(100).describe('Shown on the button'),
  enabled: z.boolean(),
  issuer: z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .describe('As the provider writes it; https, or http in the own network'),
  client_id: line(255),
  client_secret: z
    .string()
    .max(1024)
    .regex(/^\P{Cc}*$/u, 'Use one line without control characters')
    .nullable()
    .describe('Never in an answer; null for a public client'),
  scopes: line(500),
  name_claim: claim,
  email_claim: claim,
  groups_claim: claim,
  ...arrivalRules,
  links_by_email: z
    .boolean()
    .describe('Whether an address that the provider confirmed finds the account with this address'),
  signs_out: z.boolean().describe('Whether signing out ends the session at the provider too'),
});

export const signInProviderSchema = providerFields
  .omit({ client_secret: true })
  .extend({
    id: uuid,
    has_secret: z.boolean(),
    people_count: z.int().describe('Linked accounts'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SignInProvider' });
export type SignInProvider = z.infer<typeof signInProviderSchema>;

const createProviderBody = providerFields
  .partial()
  .required({ slug: true, name: true, issuer: true, client_id: true });
const updateProviderBody = providerFields.partial();
export type CreateProvider = z.output<typeof createProviderBody>;
export type UpdateProvider = z.output<typeof updateProviderBody>;

/** A provider as everyone sees it. */
const buttonSchema = z.object({ slug: z.string(), name: z.string() });

const tag = 'Single sign-on';
const notByKey = 'Refused to API keys.';

export const getSignInOptions = endpoint({
  id: 'getSignInOptions',
  method: 'GET',
  path: '/auth/sso',
  access: 'public',
  tag,
  summary: 'Ways to sign in besides the password',
  response: z.object({
    providers: z.array(buttonSchema),
    proxy: z
      .boolean()
      .describe('Whether this request carries the header of sign-in by a proxy, which is on'),
  }),
});

export const startSso = endpoint({
  id: 'startSingleSignOn',
  method: 'GET',
  path: '/auth/sso/{slug}/start',
  access: 'public',
  tag,
  summary: 'Leads the browser to a provider',
  description:
    'A failure leads to the sign-in page, whose fragment has the reason: `#sso-error=<code>`.',
  params: bySlug,
  query: z.object({
    to: z.string().max(4096).optional().describe('The path of the web app to open afterwards'),
  }),
  redirects: true,
});

const answer = (meaning: string) => z.string().max(8192).optional().describe(meaning);
export const finishSso = endpoint({
  id: 'finishSingleSignOn',
  method: 'GET',
  path: '/auth/sso/{slug}/callback',
  access: 'public',
  tag,
  summary: 'The redirect URI of a provider',
  description:
    'Leads to the web app, with a one-time code in the fragment: `#sso=<code>`, or with the reason of a failure: `#sso-error=<code>`.',
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
  tag,
  summary: 'Signs in with the one-time code of the redirect URI',
  description: 'Only in the browser that was at the provider, and within one minute.',
  body: z.object({ code: z.string().max(256) }),
  response: loginResponseSchema,
  errors: ['Unauthorized'],
});

export const proxySignIn = endpoint({
  id: 'proxySignIn',
  method: 'POST',
  path: '/auth/proxy-sign-in',
  access: 'public',
  tag,
  summary: 'Signs in the person whom a trusted proxy names in a header',
  description: '403 says why it is refused, for example that the address is not a trusted proxy.',
  response: loginResponseSchema,
  errors: ['Forbidden'],
});

export const getSignOutUrl = endpoint({
  id: 'getSignOutUrl',
  method: 'GET',
  path: '/auth/sso/sign-out-url',
  access: 'signed-in',
  tag,
  summary: 'The page at which the provider of this session signs out',
  description: 'To be opened after the session has ended. Null if there is none.',
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
  tag,
  summary: 'Accounts at providers that are linked with one’s own',
  response: z.object({
    has_password: z.boolean().describe('Whether a password can sign in too'),
    identities: z.array(identitySchema),
    providers: z.array(buttonSchema).describe('All that can be linked'),
  }),
});

export const linkIdentity = endpoint({
  id: 'linkIdentity',
  method: 'POST',
  path: '/auth/identities',
  access: 'signed-in',
  tag,
  summary: 'Begins to link an account at a provider with one’s own',
  description: `The address in the answer is to be opened in the same browser. ${notByKey}`,
  body: z.object({
    slug,
    current_password: z
      .string()
      .max(1024)
      .nullable()
      .default(null)
      .describe('Not needed without a password, within five minutes after signing in'),
  }),
  response: z.object({ url: z.string() }),
  errors: ['NotFound', 'UnprocessableContent'],
});

export const unlinkIdentity = endpoint({
  id: 'unlinkIdentity',
  method: 'DELETE',
  path: '/auth/identities/{id}',
  access: 'signed-in',
  tag,
  summary: 'Removes a link; not the last way to sign in (409)',
  description: notByKey,
  params: byId,
  status: 204,
  errors: ['Conflict'],
});

export const listProviders = endpoint({
  id: 'listSignInProviders',
  method: 'GET',
  path: '/admin/sign-in-providers',
  access: ['system-admin'],
  tag,
  summary: 'OpenID providers with which people can sign in',
  response: z.object({
    providers: z.array(signInProviderSchema),
    redirect_uri: z.string().describe('To be entered at the provider, with {slug} replaced'),
    sign_out_uri: z.string().describe('To be entered at the provider, for signing out'),
  }),
});

export const createProvider = endpoint({
  id: 'createSignInProvider',
  method: 'POST',
  path: '/admin/sign-in-providers',
  access: ['system-admin'],
  tag,
  summary: 'Adds a provider',
  description: notByKey,
  body: createProviderBody,
  response: signInProviderSchema,
  status: 201,
  errors: ['Conflict'],
});

export const updateProvider = endpoint({
  id: 'updateSignInProvider',
  method: 'PUT',
  path: '/admin/sign-in-providers/{id}',
  access: ['system-admin'],
  tag,
  summary: 'Updates the fields that are sent',
  description: `Another issuer drops the secret unless a new one is sent. ${notByKey}`,
  params: byId,
  body: updateProviderBody,
  response: signInProviderSchema,
  errors: ['Conflict'],
});

export const deleteProvider = endpoint({
  id: 'deleteSignInProvider',
  method: 'DELETE',
  path: '/admin/sign-in-providers/{id}',
  access: ['system-admin'],
  tag,
  summary: 'Removes a provider with its links; the accounts stay',
  description: notByKey,
  params: byId,
  status: 204,
});

export const checkProvider = endpoint({
  id: 'checkSignInProvider',
  method: 'POST',
  path: '/admin/sign-in-providers/{id}/check',
  access: ['system-admin'],
  tag,
  summary: 'Asks the provider whether the settings fit',
  description: `Reads its discovery document and tries the client ID and secret; 422 says what does not fit. ${notByKey}`,
  params: byId,
  response: z.object({
    has_sign_out: z.boolean().describe('Whether the provider can be asked to sign out'),
    unknown_scopes: z.array(z.string()).describe('Scopes that the provider does not announce'),
  }),
  errors: ['UnprocessableContent'],
});

const proxyFields = z.object({
  enabled: z.boolean(),
  user_header: z
    .string()
    .trim()
    .max(64)
    .regex(/^[A-Za-z0-9-]+$/, 'Use letters, digits and hyphens, such as Remote-User')
    .describe('The header with the user name'),
  groups_header: z
    .string()
    .trim()
    .max(64)
    .regex(/^[A-Za-z0-9-]*$/, 'Use letters, digits and hyphens, such as Remote-Groups')
    .describe('The header with the groups, separated by commas; empty: none'),
  trusted_proxies: z
    .array(z.string().trim().min(1).max(64))
    .max(50)
    .describe('Addresses and networks (10.0.0.0/8) from which alone the header counts'),
  ...arrivalRules,
});
export const proxySignInSchema = proxyFields.meta({ id: 'ProxySignIn' });
export type ProxySignInSettings = z.infer<typeof proxySignInSchema>;

export const getProxySignIn = endpoint({
  id: 'getProxySignIn',
  method: 'GET',
  path: '/admin/proxy-sign-in',
  access: ['system-admin'],
  tag,
  summary: 'Sign-in by a header of a trusted proxy',
  response: proxySignInSchema,
});

export const updateProxySignIn = endpoint({
  id: 'updateProxySignIn',
  method: 'PUT',
  path: '/admin/proxy-sign-in',
  access: ['system-admin'],
  tag,
  summary: 'Changes sign-in by a header of a trusted proxy',
  body: proxyFields,
  response: proxySignInSchema,
});
