import { z } from 'zod';

import { isRecord } from '../../../shared/is-record.ts';
import { normalize } from '../../text/search-key.ts';
import type { ArrivingPerson, StoredProvider } from './types.ts';

type Claims = Record<string, unknown>;

/** Bounds against a provider that sends too much. */
const maxGroups = 1000;
const maxCharacters = 255;

/**
 * The value of a claim: first by its whole name, because some names are URLs, then with dots that
 * lead into objects.
 */
const claimOf = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null;
    value = (value as Claims)[part];
  }
  return value;
};

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? normalize(value.trim().slice(0, maxCharacters))
    : null;

/** A list of names, a single name, or an object whose keys are the names, as ZITADEL sends roles. */
const namesOf = (value: unknown): string[] => {
  const list = isRecord(value) ? Object.keys(value) : [value].flat();
  return list.flatMap((name) => textOf(name) ?? []).slice(0, maxGroups);
};

/** Reads the claims of an ID token and of the user info, by the provider's settings. */
export const personOf = (
  claims: Claims & { iss: string; sub: string },
  { name_claim, email_claim, groups_claim }: StoredProvider,
): ArrivingPerson => {
  const { success, data } = z.email().max(254).safeParse(claimOf(claims, email_claim));
  const email = success ? data : null;
  const names = [
    claimOf(claims, name_claim),
    claims['preferred_username'],
    claims['nickname'],
    claims['name'],
    email?.split('@', 1)[0],
  ];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    names: [...new Set(names.flatMap((name) => textOf(name) ?? []))],
    email,
    // Some providers send the text.
    is_email_verified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    groups: namesOf(claimOf(claims, groups_claim)),
  };
};
