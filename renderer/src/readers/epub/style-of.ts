import type { Font } from '../../../../shared/api/font-record.ts';
import type { ReadingValues } from '../settings/fields.ts';
import type { BookStyle, BookTheme } from './engine/book-style.ts';
import { ownFacesCss, ownFontStack } from './engine/own-fonts.ts';

export type EpubSettings = ReadingValues<'epub'>;

/** Opacity of the footer's ink: quieter than the text, and legible on every paper. */
export const footerOpacity = 0.8;

/** Colours of the fixed themes; those of the app and custom themes are computed. */
const themes: Record<Exclude<EpubSettings['theme'], 'app' | 'custom'>, BookTheme> = {
  white: { paper: '#ffffff', ink: '#1b1c1f', link: '#0d766b', isDark: false },
  paper: { paper: '#f8f4ec', ink: '#2b2722', link: '#1c6a61', isDark: false },
  sepia: { paper: '#f0e3c8', ink: '#46341f', link: '#7a4b12', isDark: false },
  grey: { paper: '#d8d9d7', ink: '#202124', link: '#0b5a52', isDark: false },
  dark: { paper: '#1d1e21', ink: '#d3d4d7', link: '#6fd4c5', isDark: true },
  black: { paper: '#000000', ink: '#bdbec2', link: '#4fc3b2', isDark: true },
};

export const themeOf = (
  { theme, paper, ink }: Pick<EpubSettings, 'theme' | 'paper' | 'ink'>,
  isAppDark: boolean,
): BookTheme => {
  if (theme === 'app') return isAppDark ? themes.dark : themes.white;
  if (theme !== 'custom') return themes[theme];
  return { paper, ink, link: ink, isDark: lightness(paper) < 0.5 };
};

export const namedFonts: readonly string[] = [
  'publisher',
  'serif',
  'sans',
  'mono',
  'readable',
  'dyslexic',
];

/** Converts the settings into the engine's style; `fonts` are those of the household. */
export const styleOf = (
  settings: EpubSettings,
  isAppDark: boolean,
  fonts: readonly Font[] = [],
): BookStyle => ({
  columns: settings.layout,
  theme: themeOf(settings, isAppDark),
  font: namedFonts.includes(settings.font) ? settings.font : ownFontStack(settings.font),
  fontFaces: ownFacesCss(fonts.filter(({ family }) => family === settings.font)),
  sizePercent: settings.size,
  lineHeight: settings.line_height,
  paragraphEm: settings.paragraph_space,
  letterEm: settings.letter_space,
  marginPercent: settings.margins,
  maxLineCh: settings.max_line,
  align: settings.align,
  hyphenate: settings.hyphenate,
  writing: settings.direction,
  publisher: settings.publisher_styles,
  dimImages: settings.dim_images,
  hasFooter: settings.footer.length > 0,
});

/** Lightness (0 to 1) of a colour such as `#1b1c1f`. */
const lightness = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    parseInt(hex.slice(start, start + 2), 16),
  );
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
};
