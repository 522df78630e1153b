import type { PartFrame } from './part-frame.ts';
import { inkMark } from './dark-pictures.ts';
import { bookFonts } from './book-fonts.ts';

/** Colours of text and background. */
export interface BookTheme {
  paper: string;
  ink: string;
  link: string;
  isDark: boolean;
}

/** Typography of a text; the names carry the units. */
export interface BookStyle {
  columns: 'auto' | 'one' | 'two' | 'scroll';
  theme: BookTheme;
  /** `publisher`, a key of `fontStacks`, or a CSS font-family list. */
  font: string;
  /** CSS that declares the faces of `font`, if they are not part of Octavo. */
  fontFaces: string;
  sizePercent: number;
  lineHeight: number;
  paragraphEm: number;
  letterEm: number;
  marginPercent: number;
  maxLineCh: number;
  align: 'publisher' | 'left' | 'justify';
  hyphenate: boolean;
  writing: 'auto' | 'horizontal' | 'vertical';
  /** Precedence between the publisher's styles and the user's. */
  publisher: 'keep' | 'soften' | 'override';
  dimImages: boolean;
  /** Whether a line below the text shows the reading progress. */
  hasFooter: boolean;
}

/** Between these window widths (px) the text grows, from the first scale to the second. */
const growth = { narrow: 960, wide: 2560, least: 1.1, most: 1.45 };

/** The scale of the browser's text size of 16 px for a window; text stays small in a low window. */
export const textScale = ({ width, height }: { width: number; height: number }): number => {
  const { narrow, wide, least, most } = growth;
  const share = Math.max(0, Math.min(width, 1.8 * height, wide) - narrow) / (wide - narrow);
  return least + (most - least) * share;
};

/** Defaults; a setting with one of these values does not override the book. */
export const plainStyle = { lineHeight: 1.5, paragraphEm: 0.5, letterEm: 0, sizePercent: 100 };

const serif = `${bookFonts.serif}, 'Iowan Old Style', Palatino, Georgia, serif`;
export const fontStacks: Record<string, string> = {
  serif,
  sans: "'Segoe UI', -apple-system, 'Noto Sans', 'Helvetica Neue', sans-serif",
  mono: "'Cascadia Mono', Menlo, 'Noto Sans Mono', Consolas, monospace",
  readable: `${bookFonts.readable}, Verdana, sans-serif`,
  dyslexic: `${bookFonts.dyslexic}, ${bookFonts.readable}, sans-serif`,
};

/**
 * Attributes set on paragraphs by their computed style: justified, and without a named typeface.
 */
const justifiedMark = 'data-octavo-justified';
const genericMark = 'data-octavo-generic';
const genericFamily = /^(?:serif|sans-serif|system-ui|ui-(?:serif|sans-serif))\b/;

/**
 * Marks the paragraphs that need hyphenation, and those for which the book asks only for a serif or
 * sans typeface.
 */
export const markParagraphs = ({
  document,
  window,
}: Pick<PartFrame, 'document' | 'window'>): void => {
  const paragraphs = [...document.querySelectorAll('p, li, dd, blockquote')];
  for (const element of paragraphs) element.removeAttribute(genericMark);
  const styles = paragraphs.map((element) => {
    const { textAlign, fontFamily } = window.getComputedStyle(element);
    return { isJustified: textAlign === 'justify', isGeneric: genericFamily.test(fontFamily) };
  });
  for (const [index, element] of paragraphs.entries()) {
    element.toggleAttribute(justifiedMark, styles[index]?.isJustified === true);
    element.toggleAttribute(genericMark, styles[index]?.isGeneric === true);
  }
};

/** Background colours of highlights. */
export const markColors: Record<string, string> = {
  yellow: 'rgb(250 204 21 / 45%)',
  green: 'rgb(74 222 128 / 42%)',
  blue: 'rgb(96 165 250 / 42%)',
  pink: 'rgb(244 114 182 / 42%)',
  orange: 'rgb(251 146 60 / 45%)',
  purple: 'rgb(167 139 250 / 45%)',
  found: 'rgb(20 184 166 / 55%)',
  /** The current one of several search hits. */
  here: 'rgb(249 115 22 / 65%)',
};

export const markName = (color: string): string => `octavo-${color}`;

/** Inserted before the book's styles, so that the book overrides them. */
export const defaultsCss = ({ lineHeight, paragraphEm, theme }: BookStyle): string => `
:root { font-family: ${serif}; color: ${theme.ink}; line-height: ${lineHeight}; overflow-wrap: break-word; }
p { margin-block: ${paragraphEm}em; }
a:any-link { color: ${theme.link}; }
`;

/** Inserted after the book's styles, to override them. */
export const userStyleCss = (style: BookStyle, scale = 1): string =>
  [
    themeCss(style),
    textCss(style, scale),
    pictureCss(style),
    marksCss(style.theme.isDark ? darkShare : 1),
    spokenCss,
  ].join('\n');

const themeCss = ({ theme, publisher }: BookStyle): string => {
  // A dark background under the publisher's dark text would be unreadable.
  const isForced = theme.isDark || publisher !== 'keep';
  return `
:root, body { background: ${theme.paper} !important; }
:root, body { color: ${theme.ink} ${isForced ? '!important' : ''}; color-scheme: ${theme.isDark ? 'dark' : 'light'}; }
${
  isForced
    ? `body *:not(a):not(svg):not(svg *) { color: inherit !important; background-color: transparent !important; border-color: currentcolor !important; }
a:any-link, a:any-link * { color: ${theme.link} !important; background-color: transparent !important; }`
    : ''
}`;
};

const blocks = 'p, li, dd, dt, blockquote, div, td, th, figcaption';

const textCss = (style: BookStyle, scale: number): string => {
  const { publisher, font, align } = style;
  const wishes = (name: keyof typeof plainStyle) =>
    publisher === 'override' || style[name] !== plainStyle[name];
  const rules = [
    `:root { font-size: ${Math.round(style.sizePercent * scale)}% !important; -webkit-text-size-adjust: none; text-size-adjust: none; }`,
  ];
  const rule = (selector: string, text: string) =>
    rules.push(`${selector} { ${text.replaceAll(';', ' !important;')} }`);
  if (wishes('sizePercent') || publisher !== 'keep') rule('body', 'font-size: 1rem;');
  if (font === 'publisher') rule(`[${genericMark}]`, `font-family: ${serif};`);
  else {
    const what =
      publisher === 'keep' ? `body, ${blocks}, span` : 'body, body *:not(code, pre, kbd)';
    rule(what, `font-family: ${fontStacks[font] ?? font};`);
  }
  if (wishes('lineHeight') || publisher !== 'keep') {
    rule(`body, ${blocks}`, `line-height: ${style.lineHeight};`);
  }
  if (wishes('paragraphEm') || publisher === 'override') {
    rule('p', `margin-block: ${style.paragraphEm}em;`);
  }
  if (wishes('letterEm')) rule('body, body *', `letter-spacing: ${style.letterEm}em;`);
  if (align !== 'publisher') {
    rule('p, li, dd, blockquote', `text-align: ${align === 'left' ? 'start' : 'justify'};`);
  }
  rule(
    `body, ${blocks}`,
    style.hyphenate ? 'hyphens: auto; -webkit-hyphens: auto;' : 'hyphens: manual;',
  );
  // Without it, justified lines have wide gaps.
  rule(`[${justifiedMark}]`, 'hyphens: auto; -webkit-hyphens: auto;');
  if (publisher === 'override') {
    rule('p, li', 'text-indent: 0; font-size: 1em;');
    rule('body, p, div, section', 'padding-inline: 0;');
  }
  return rules.join('\n');
};

const pictureCss = ({ theme, dimImages }: BookStyle): string => {
  if (!theme.isDark) return '';
  const dimmed = 'img, video, svg image { filter: brightness(0.78) contrast(1.05) !important; }';
  return `${dimImages ? dimmed : ''} img[${inkMark}] { filter: invert(0.85) !important; }`;
};

/** Share of a highlight's colour on dark paper, so that the light text on it stays legible. */
const darkShare = 0.7;

/** Styles of the CSS highlights, in every document that shows them. */
export const marksCss = (share = 1): string =>
  Object.entries(markColors)
    .map(([name, color]) => {
      const shade = color.replace(/\d+(?=%)/, (alpha) => String(Math.round(Number(alpha) * share)));
      return `::highlight(${markName(name)}) { background-color: ${shade}; }`;
    })
    .join('\n');

/** Name of the CSS highlight of the sentence that a voice reads, and its style. */
export const spokenName = markName('spoken');
export const spokenCss = `::highlight(${spokenName}) { background-color: rgb(99 102 241 / 32%); }`;
