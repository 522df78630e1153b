import { encodePath, resolveHref } from './href.ts';
import { withoutPrefixes } from './unprefixed-styles.ts';

/** Attributes that hold an address, by their name without prefix. */
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

/** Left out: they run something, send the reader elsewhere, or change what addresses mean. */
const forbidden =
  /^(on.*|srcdoc|action|formaction|ping|target|manifest|integrity|nonce|autofocus|is|xml:base)$/i;

// The letters of names as XML lists them; neither all that Unicode calls letters nor only those.
const nameStart = String.raw`A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}`;
const namePart = String.raw`[${nameStart}][${nameStart}.0-9\u00b7\u0300-\u036f\u203f\u2040-]*`;

/** Names of elements and attributes, with a prefix or without. */
// eslint-disable-next-line no-misleading-character-class -- these are ranges, nothing is joined
export const validName = new RegExp(`^${namePart}(:${namePart})?$`, 'u');

/** Schemes that a link may lead to; the browser, not the book, opens them. */
const linkSchemes = /^(https?|mailto|tel):/i;
const harmlessData = /^data:(image\/(png|jpe?g|gif|webp|avif|bmp)|font\/|audio\/|video\/)[^,]*,/i;

/** What URL parsers skip, and so what may hide a scheme. */
const ignored = /[\0-\x20\x7f]/g;

/** The plainest addresses: a name below the file, perhaps with a fragment. */
const plainAddress = /^(?!.*\.\.)[\w-][\w./#-]*$/;

/** The address as it may stay in the file at `path`; null where it must go. */
const safeAddress = (value: string, path: string, isLink: boolean): string | null => {
  const bare = value.replace(ignored, '');
  if (bare === '' || bare.startsWith('#') || plainAddress.test(bare)) return value.trim();
  const target = resolveHref(path, bare);
  if (!target) {
    return (isLink ? linkSchemes : harmlessData).test(bare) ? bare : null;
  }
  // In the book's container no address climbs higher than the root; under our URL it would leave the book.
  const stays = resolveHref(`below/${path}`, bare)?.path === `below/${target.path}`;
  if (stays) return value.trim();
  return '../'.repeat(path.split('/').length - 1) + encodePath(target.path) + target.fragment;
};

/** Only sheets of style are loaded; every other link tells the web that the book is being read. */
const isStyle = (attributes: Record<string, string>): boolean =>
  /(^|\s)stylesheet(\s|$)/i.test(attributes['rel'] ?? '');

/** Whether an animation would write an address or a script into its element. */
const animatesAddress = (attributes: Record<string, string>): boolean =>
  /^(on|.*href$|src$)/i.test(
    (attributes['attributeName'] ?? attributes['attributename'] ?? '').trim(),
  );

/**
 * The attributes of an element (its name without prefix, lower case) that may stay, in their order. Null
 * where the element itself may not, though its content may.
 */
export const safeAttributes = (
  element: string,
  attributes: Record<string, string>,
  path: string,
): [name: string, value: string][] | null => {
  if (element === 'link' && !isStyle(attributes)) return null;
  if (element === 'meta' && Object.keys(attributes).some((name) => /^http-equiv$/i.test(name))) {
    return null;
  }
  if (/^(set|animate.*)$/.test(element) && animatesAddress(attributes)) return null;
  const isLink = element === 'a' || element === 'area';
  return Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (!validName.test(name) || forbidden.test(name)) return [];
    const local = name.slice(name.indexOf(':') + 1).toLowerCase();
    if (local.startsWith('on')) return [];
    if (name.startsWith('xmlns')) return [[name, value]];
    if (name === 'style') return [[name, withoutPrefixes(value)]];
    if (local === 'srcset') return /[:\\]|\/\//.test(value) ? [] : [[name, value]];
    if (!addresses.has(local)) return [[name, value]];
    const address = safeAddress(value, path, isLink);
    return address === null ? [] : [[name, address]];
  });
};
