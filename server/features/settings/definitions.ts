import { z } from 'zod';

import { line } from '../../../shared/schemas.ts';

interface Definition<Value> {
  schema: z.ZodType<Value>;
  default: Value;
  description: string;
  /** Reads as stars over the API. */
  is_sensitive: boolean;
}

/** Widens `3` to number and `true` to boolean: a default is one value of many. */
type Widen<T> = T extends number ? number : T extends boolean ? boolean : string;

const define = <const Value extends string | number | boolean>(
  schema: z.ZodType<Widen<Value>>,
  value: Value,
  description: string,
  is_sensitive = false,
): Definition<Widen<Value>> => ({
  schema,
  default: value as unknown as Widen<Value>,
  description,
  is_sensitive,
});

const shortText = line(255);
const optionalText = line(255, 0);
const reservedPrefixes = ['api', 'assets', 'docs', 'koreader', 'opds'];
const prefix = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'Use 1 to 32 lower-case letters, digits and hyphens')
  .refine((name) => !reservedPrefixes.includes(name), {
    error: `These are taken: ${reservedPrefixes.join(', ')}`,
  });

/** Every setting that an admin may change while the server runs; the part before the dot is its category. */
export const definitions = {
  'server.name': define(shortText, 'Octavo', 'Name that mails and other programs show'),
  'server.max_body_bytes': define(
    z
      .int()
      .min(1024)
      .max(64 * 1024 * 1024),
    1024 * 1024,
    'Largest JSON body of a request, in bytes',
  ),
  'auth.token_ttl_seconds': define(
    z
      .int()
      .min(60)
      .max(366 * 86_400),
    86_400,
    'How long a sign-in lasts, in seconds; sessions that have begun keep their end',
  ),
  'auth.registration_enabled': define(
    z.boolean(),
    false,
    'Whether strangers may register as readers',
  ),
  'auth.require_email_verification': define(
    z.boolean(),
    false,
    'Whether those who register must confirm their e-mail address before they sign in',
  ),
  'smtp.host': define(optionalText, '', 'Mail server; empty sends no mail'),
  'smtp.port': define(z.int().min(1).max(65_535), 587, 'Port of the mail server'),
  'smtp.secure': define(
    z.boolean(),
    false,
    'TLS from the first byte; otherwise STARTTLS where the mail server offers it',
  ),
  'smtp.username': define(optionalText, '', 'Empty where the mail server asks for no sign-in'),
  'smtp.password': define(z.string().max(1024), '', 'Password at the mail server', true),
  'smtp.from': define(shortText, 'octavo@localhost', 'Sender of the mails'),
  'compat.prefix': define(prefix, 'komga', 'First part of the path of the compatibility API'),
  'releases.min_confidence': define(
    z.number().min(0).max(1),
    0.7,
    'How sure a match of a release with a series must be, 0 to 1',
  ),
  'releases.allow_private_addresses': define(
    z.boolean(),
    false,
    'Whether release sources may lie on this machine or its network',
  ),
} as const satisfies Record<string, Definition<string> | Definition<number> | Definition<boolean>>;

export type SettingKey = keyof typeof definitions;
export type SettingValue<Key extends SettingKey = SettingKey> =
  (typeof definitions)[Key]['default'];

export const settingKeys = Object.keys(definitions) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(definitions, key);
