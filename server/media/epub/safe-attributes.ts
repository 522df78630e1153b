import { safeAddress } from './safe-address.ts';
import { safeDeclarations } from './safe-styles.ts';
import { withoutPrefixes } from './unprefixed-styles.ts';

/** Attributes that hold an address, by local name. */
const addresses = new Set([
  'href',
  'src',
  'poster',
  'data',
  'cite',
  'longdesc',
  'background',
  'usemap',
]);

/**
 * Removed: attributes that run code, redirect, reveal the reader, or change how addresses resolve.
 */
const forbidden =
  /^(on.*|srcdoc|action|formaction|ping|target|manifest|integrity|nonce|autofocus|is|xml:base|referrerpolicy|attributionsrc|browsingtopics|sharedstoragewritable)$/i;

/** Attributes of SVG that are properties of CSS, or what an animation writes into one, and so can load. */
const presentation =
  /^(fill|stroke|filter|mask(-.*)?|clip-path|cursor|marker(-start|-mid|-end)?|to|from|by|values)$/i;

// The name characters of XML; this set differs from Unicode's letters.
const nameStart = String.raw`A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}`;
const namePart = String.raw`[${nameStart}][${nameStart}.0-9\u00b7\u0300-\u036f\u203f\u2040-]*`;

/** Names of elements and attributes, with a prefix or without. */
// eslint-disable-next-line no-misleading-character-class -- these are ranges, nothing is joined
export const validName = new RegExp(`^${namePart}(:${namePart})?$`, 'u');

/**
 * Only style sheets are loaded; any other link would reveal to the web that the book is being read.
 */
const isStyle = (attributes: Record<string, string>): boolean =>
  /(^|\s)stylesheet(\s|$)/i.test(attributes['rel'] ?? '');

/**
 * Detects an animation that writes an address or a script into its element; HTML names can have any
 * case.
 */
const animatesAddress = (attributes: Record<string, string>): boolean =>
  Object.entries(attributes).some(
    ([name, value]) => /^attributename$/i.test(name) && /^(on|.*href$|src$)/i.test(value.trim()),
  );

/**
 * Detects attributes of a `meta` element that act as an HTTP header: `http-equiv`, or a referrer
 * policy.
 */
const speaksForServer = (attributes: Record<string, string>): boolean =>
  Object.entries(attributes).some(
    ([name, value]) =>
      /^http-equiv$/i.test(name) || (/^name$/i.test(name) && /^\s*referrer\s*$/i.test(value)),
  );

/** Checks that every address of a `srcset` stays inside the book. */
const staysInBook = (srcset: string, path: string): boolean =>
  !/[:\\]|\/\//.test(srcset) &&
  srcset
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .every((part) => safeAddress(part, path, 'picture') === part);

/** Namespaces reserved by XML: declaring one is an error that stops the parser. */
const reserved = /^http:\/\/www\.w3\.org\/(XML\/1998\/namespace|2000\/xmlns\/)$/;

/** Checks that a declaration `xmlns` or `xmlns:a` is allowed. */
const maySayNamespace = (name: string, value: string): boolean =>
  !/^xmlns:(xml|xmlns)$/.test(name) && !reserved.test(value) && (name === 'xmlns' || value !== '');

/**
 * The allowed attributes of an element (local name, lower case), in their order. Null if the
 * element itself must be removed while its content stays.
 */
export const safeAttributes = (
  element: string,
  attributes: Record<string, string>,
  path: string,
): [name: string, value: string][] | null => {
  if (element === 'link' && !isStyle(attributes)) return null;
  if (element === 'meta' && speaksForServer(attributes)) return null;
  if (/^(set|animate.*)$/.test(element) && animatesAddress(attributes)) return null;
  const use = element === 'a' || element === 'area' ? 'link' : 'picture';
  return Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (!validName.test(name) || forbidden.test(name)) return [];
    const local = name.slice(name.indexOf(':') + 1).toLowerCase();
    if (local.startsWith('on')) return [];
    if (/^xmlns(:|$)/.test(name)) return maySayNamespace(name, value) ? [[name, value]] : [];
    if (local === 'style') return [[name, safeDeclarations(withoutPrefixes(value), path)]];
    if (local === 'srcset') return staysInBook(value, path) ? [[name, value]] : [];
    if (presentation.test(local)) {
      return safeDeclarations(value, path) === value ? [[name, value]] : [];
    }
    if (!addresses.has(local)) return [[name, value]];
    const address = safeAddress(value, path, use);
    return address === null ? [] : [[name, address]];
  });
};
