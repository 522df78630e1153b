import { createHash } from 'node:crypto';

import { getOwn } from './own-property.ts';
import { toSearchKey } from './search-key.ts';
import { words } from './tokens.ts';

/**
 * Identifies a creator: the folded words of the name, so that `J.R.R. Tolkien` and `J. R. R. Tolkien`
 * are one; for a name of symbols, the folded name. Empty for no name.
 */
export const creatorKey = (name: string): string =>
  words(name).join(' ') || toSearchKey(name.replaceAll('\0', '')).replace(/\s+/g, ' ').trim();

/** The id of the creator with this key: a UUID of version 8, from its hash. */
export const creatorId = (key: string): string => {
  const bytes = createHash('sha256').update(`creator ${key}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
};

/** The name as it is shown. */
export const creatorName = (name: string): string => name.replace(/[\s\0]+/g, ' ').trim();

const roleAliases: Readonly<Record<string, string>> = {
  author: 'writer',
  'cover artist': 'cover',
  coverartist: 'cover',
  colourist: 'colorist',
  penciler: 'penciller',
};

/** The role of a credit, folded; files and people spell some roles differently. */
export const creatorRole = (role: string): string => {
  const key = toSearchKey(role).replace(/\s+/g, ' ').trim() || 'other';
  return getOwn(roleAliases, key) ?? key;
};

/** Words that show that a name is not of a person. */
const organisation =
  /\b(?:association|book|books|club|committee|comics|company|corp|corporation|council|editors?|entertainment|foundation|games|gmbh|group|inc|institute|ltd|llc|magazine|media|press|project|publishing|society|staff|studios?|team|university|various|verlag|wikipedia)\b|\d|&/i;
/** Follow the family name. */
const suffix = /^(?:jr|sr|junior|senior|i{2,3}|iv|vi?|ph\.?d|m\.?d)\.?$/i;
/** Part of the family name, in small letters: `Ursula von der Leyen` sorts with `von der`. */
const particle =
  /^(?:af|auf|av|da|dal|de|degli|dei|del|della|den|der|des|di|do|dos|du|la|le|ten|ter|van|vom|von|zu|zum|zur)$/;
/** Written with the family name first and without a space, or in an order that is unknown. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The name for sorting, family name first: `creatorSort('Ursula K. Le Guin')` is `Guin, Ursula K. Le`. */
export const creatorSort = (name: string): string => {
  const parts = name.trim().split(/\s+/);
  if (
    parts.length < 2 ||
    name.includes(',') ||
    organisation.test(name) ||
    unspacedScript.test(name)
  ) {
    return parts.join(' ');
  }
  const last = parts.length - 1;
  const end = last > 1 && suffix.test(parts[last] ?? '') ? last : last + 1;
  let start = end - 1;
  while (start > 1 && particle.test(parts[start - 1] ?? '')) start -= 1;
  const given = parts.slice(0, start).join(' ');
  const rest = parts.slice(end).map((part) => ` ${part}`);
  return `${parts.slice(start, end).join(' ')}, ${given}${rest.join('')}`;
};
