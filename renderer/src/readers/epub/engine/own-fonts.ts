import type { Font } from '../../../../../shared/api/font-record.ts';
import { getFontFile } from '../../../../../shared/api/fonts.ts';
import { serverUrl } from '../../../api/base-path.ts';
import { bookFonts } from './book-fonts.ts';

/** Another name than the family has, because a book may bring fonts of the same name. */
const ownName = (family: string): string => `'Own ${family}'`;

/** Removes what a font name in CSS cannot contain. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '');

/** CSS fonts of a family that the household added, or that this device has. */
export const ownFontStack = (family: string): string => {
  const name = plain(family);
  return `${ownName(name)}, '${name}', ${bookFonts.serif}, serif`;
};

/** Declares fonts of the household; a browser loads only those that are used. */
export const ownFacesCss = (fonts: readonly Font[]): string =>
  fonts
    .map(({ id, family, weight_min, weight_max, is_italic }) => {
      // The document of a book has another base address.
      const { href } = new URL(serverUrl(getFontFile, { params: { id } }), location.href);
      const weight = weight_min === weight_max ? weight_min : `${weight_min} ${weight_max}`;
      return `@font-face { font-family: ${ownName(plain(family))}; src: url(${JSON.stringify(href)}); font-weight: ${weight}; font-style: ${is_italic ? 'italic' : 'normal'}; font-display: swap; }`;
    })
    .join('\n');
