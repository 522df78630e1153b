import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { roles } from '../permissions.ts';
import { byId, line, timestamp, uuid } from '../schemas.ts';
import { notByKey, singleSignOnTag as tag, slug } from './single-sign-on.ts';

/** Maximum providers of a server. */
export const maxProviders = 20;

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
    .describe('Exactly as the provider writes it; https, or http in the local network'),
  client_id: line(255),
  client_secret: z
    .string()
    .max(1024)
    .regex(/^\P{Cc}*$/u, 'Use one line without control characters')
    .nullable()
    .describe('Never returned; null for a public client'),
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
  description: `Changing the issuer removes the secret unless a new one is sent. ${notByKey}`,
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
  summary: 'Tests the settings with the provider',
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

/** In the order of the documentation. */
export const signInProvidersEndpoints = [
  listProviders,
  createProvider,
  updateProvider,
  deleteProvider,
  checkProvider,
  getProxySignIn,
  updateProxySignIn,
];
