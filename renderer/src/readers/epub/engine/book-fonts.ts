/** Characters of each file of a typeface, so that browsers load only those that a text needs. */
const ranges: Record<string, string> = {
  'cyrillic-ext': 'U+0460-052F, U+1C80-1C8A, U+20B4, U+2DE0-2DFF, U+A640-A69F, U+FE2E-FE2F',
  cyrillic: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
  'greek-ext': 'U+1F00-1FFF',
  greek: 'U+0370-0377, U+037A-037F, U+0384-038A, U+038C, U+038E-03A1, U+03A3-03FF',
  vietnamese:
    'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
};

const files = import.meta.glob<string>(
  [
    '../../../../../node_modules/@fontsource-variable/literata/files/*-wght-*.woff2',
    '../../../../../node_modules/@fontsource/atkinson-hyperlegible/files/*.woff2',
    '../../../../../node_modules/@fontsource/opendyslexic/files/*.woff2',
  ],
  { query: '?url', import: 'default', eager: true },
);

/** Our own family names, because a book may bring fonts of the same name. */
const families = {
  literata: 'Octavo Literata',
  'atkinson-hyperlegible': 'Octavo Atkinson Hyperlegible',
  opendyslexic: 'Octavo OpenDyslexic',
} as const;

/** CSS names of the typefaces that are part of Octavo. */
export const bookFonts = {
  serif: `'${families.literata}'`,
  readable: `'${families['atkinson-hyperlegible']}'`,
  dyslexic: `'${families.opendyslexic}'`,
} as const;

const fontFace = (path: string, address: string): string => {
  const [, name = '', subset = '', weight = '', style = ''] =
    /(literata|atkinson-hyperlegible|opendyslexic)-([a-z-]+)-(wght|\d+)-(normal|italic)\.woff2$/.exec(
      path,
    ) ?? [];
  // The document of a book has another base address.
  const source = new URL(address, location.href).href;
  return `@font-face { font-family: '${families[name as keyof typeof families]}'; src: url(${JSON.stringify(source)}) format('woff2'); font-weight: ${weight === 'wght' ? '200 900' : weight}; font-style: ${style}; font-display: swap; unicode-range: ${ranges[subset] ?? 'U+0-10FFFF'}; }`;
};

/** Declares the typefaces in a document of the book; a browser loads only those that are used. */
export const fontFacesCss = (): string =>
  Object.entries(files)
    .map(([path, address]) => fontFace(path, address))
    .join('\n');
