import { encodePath, resolveHref } from './href.ts';

/** Schemes that a link can use; the browser opens them, not the book. */
const linkSchemes = /^(https?|mailto|tel):/i;
const harmlessData = /^data:(image\/(png|jpe?g|gif|webp|avif|bmp)|font\/|audio\/|video\/)[^,]*,/i;

/** Media types under which books embed fonts in style sheets. */
const fontData =
  /^data:application\/(octet-stream|(x-)?font-[\w-]+|x-woff2?|vnd\.ms-(opentype|fontobject))[^,]*,/i;

/** Characters that URL parsers skip, which can therefore hide a scheme. */
const ignored = /[\0-\x20\x7f]/g;

/** The simplest addresses: a file name below this file, with or without a fragment. */
const plainAddress = /^(?!.*\.\.)[\w-][\w./#-]*$/;

/** How an address is used: a link loads nothing until it is followed. */
export type AddressUse = 'link' | 'picture' | 'style';

const mayLeave = (address: string, use: AddressUse): boolean =>
  use === 'link'
    ? linkSchemes.test(address)
    : harmlessData.test(address) || (use === 'style' && fontData.test(address));

/** The sanitized address in the file at `path`; null if it must be removed. */
export const safeAddress = (value: string, path: string, use: AddressUse): string | null => {
  const bare = value.replace(ignored, '');
  if (bare === '' || bare.startsWith('#') || plainAddress.test(bare)) return value.trim();
  const target = resolveHref(path, bare);
  if (!target) {
    return mayLeave(bare, use) ? bare : null;
  }
  // Inside the container `..` stops at the root; under our URL it would leave the book.
  const stays = resolveHref(`below/${path}`, bare)?.path === `below/${target.path}`;
  if (stays) return value.trim();
  return '../'.repeat(path.split('/').length - 1) + encodePath(target.path) + target.fragment;
};
