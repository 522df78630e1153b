/** Attribute of pictures that are dark drawings on a transparent background, such as formulas. */
export const inkMark = 'data-octavo-ink';

/** Width and height (px) at which a picture is sampled. */
const sampleSize = 32;
/** Formats that have transparency, and those whose address says nothing. */
const transparentFormat = /\.(?:svg|png|gif|webp|avif)$|\/[^./]*$/i;

/** Each is sampled once, because a document is laid out again with every change of size or style. */
const sampled = new WeakSet<HTMLImageElement>();

/** Marks the loaded pictures of a document that cannot be seen on dark paper. */
export const markInk = (document: Document): void => {
  const canvas = globalThis.document.createElement('canvas');
  canvas.width = sampleSize;
  canvas.height = sampleSize;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  for (const picture of document.querySelectorAll('img')) {
    if (picture.naturalWidth === 0 || sampled.has(picture)) continue;
    sampled.add(picture);
    if (!transparentFormat.test(pathOf(picture))) continue;
    context.clearRect(0, 0, sampleSize, sampleSize);
    context.drawImage(picture, 0, 0, sampleSize, sampleSize);
    const { data } = context.getImageData(0, 0, sampleSize, sampleSize);
    picture.toggleAttribute(inkMark, isInk(data));
  }
};

const pathOf = ({ currentSrc, src }: HTMLImageElement): string => {
  const { protocol, pathname } = new URL(currentSrc || src);
  return protocol === 'data:' ? '/' : pathname;
};

/**
 * Whether at least a fifth of a picture is transparent and nearly all of the rest is dark and without
 * colour; `pixels` are RGBA, four bytes each.
 */
export const isInk = (pixels: Uint8ClampedArray): boolean => {
  let opaque = 0;
  let dark = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4);
    const lightest = Math.max(red, green, blue);
    opaque += alpha;
    if (lightest < 96 && lightest - Math.min(red, green, blue) < 32) dark += alpha;
  }
  const all = (pixels.length / 4) * 255;
  return opaque > 0 && opaque <= 0.8 * all && dark >= 0.9 * opaque;
};

/** Media lists of style sheets as the book has them. */
const originals = new WeakMap<MediaList, string>();

/**
 * Lets the style sheets of a book follow the theme where they ask for `prefers-color-scheme`, which
 * would be the scheme of the system.
 */
export const followTheme = (document: Document, isDark: boolean): void => {
  for (const sheet of document.styleSheets) {
    setScheme(sheet.media, isDark);
    for (const rule of rulesOf(sheet))
      if ('media' in rule) setScheme(rule.media as MediaList, isDark);
  }
};

/** The rules of a sheet; none if it comes from elsewhere and cannot be read. */
const rulesOf = (sheet: CSSStyleSheet): Iterable<CSSRule> => {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
};

const setScheme = (media: MediaList, isDark: boolean): void => {
  const text = originals.get(media) ?? media.mediaText;
  if (!text.includes('prefers-color-scheme')) return;
  originals.set(media, text);
  media.mediaText = text.replaceAll(
    /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi,
    (_, scheme: string) => ((scheme.toLowerCase() === 'dark') === isDark ? always : never),
  );
};

const always = '(min-width: 0px)';
const never = '(max-width: 0px)';
