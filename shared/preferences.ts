import { z } from 'zod';

interface Preference<Value> {
  schema: z.ZodType<Value>;
  default: Value;
}

/** An enumeration. */
interface NamedPreference<Values extends readonly string[]> extends Preference<Values[number]> {
  values: Values;
}

/** A number, with its bounds. */
interface NumberPreference extends Preference<number> {
  min: number;
  max: number;
}

const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  value: Values[number],
): NamedPreference<Values> => ({ schema: z.enum(values), default: value, values });
const flag = (value: boolean): Preference<boolean> => ({ schema: z.boolean(), default: value });
const whole = (min: number, max: number, value: number): NumberPreference => ({
  ...{ min, max, default: value },
  schema: z.int().min(min).max(max),
});
const amount = (min: number, max: number, value: number): NumberPreference => ({
  ...{ min, max, default: value },
  schema: z.number().min(min).max(max),
});

const color = (value: string): Preference<string> => ({
  schema: z.string().regex(/^#[0-9a-f]{6}$/, 'Use a colour such as #1b1c1f'),
  default: value,
});

/** Appearance of the app and its library views. */
const app = {
  theme: choice(['system', 'light', 'dark', 'black'], 'system'),
  /** Null follows the browser. */
  language: {
    schema: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language tag such as en or pt-BR')
      .nullable(),
    default: null,
  } as Preference<string | null>,
  'library.layout': choice(['grid', 'list', 'table'], 'grid'),
  'library.book_layout': choice(['grid', 'list'], 'grid'),
  /** From many small cards to few large ones. */
  'library.density': whole(1, 5, 3),
};

/** Comic reader. Lengths are CSS pixels, shares and strengths percent. */
const comics = {
  'reader.mode': choice(['auto', 'ltr', 'rtl', 'vertical', 'webtoon', 'horizontal'], 'auto'),
  'reader.layout': choice(['auto', 'single', 'double', 'double-cover'], 'auto'),
  'reader.shift': flag(false),
  'reader.wide_pages': choice(['alone', 'split', 'rotate'], 'alone'),
  'reader.fit': choice(
    ['screen', 'width', 'shrink-width', 'height', 'original', 'custom'],
    'screen',
  ),
  'reader.custom_fit': whole(10, 400, 100),
  'reader.strip_width': {
    schema: z.union([z.literal('auto'), z.number().min(30).max(100)]),
    default: 'auto',
  } as Preference<'auto' | number>,
  'reader.gap': amount(0, 40, 0),
  'reader.side_padding': amount(0, 40, 0),
  /** Shows the text that was recognised on the pages. */
  'reader.page_text': flag(false),
  'reader.crop_borders': choice(['off', 'auto', 'auto-margin'], 'off'),
  'reader.background': choice(['auto', 'black', 'grey', 'white', 'theme'], 'auto'),
  'reader.brightness': amount(0, 200, 100),
  'reader.contrast': amount(0, 200, 100),
  'reader.gamma': amount(0, 200, 100),
  'reader.saturation': amount(0, 200, 100),
  'reader.warmth': amount(0, 100, 0),
  'reader.greyscale': flag(false),
  'reader.invert': flag(false),
  'reader.sharpen': choice(['off', 'high', 'low'], 'high'),
  'reader.preload': whole(0, 10, 4),
  'reader.transition': choice(['none', 'slide', 'fade'], 'slide'),
  'reader.zones': choice(['edges', 'l-shape', 'kindle', 'off'], 'edges'),
  'reader.zones_inverted': flag(false),
  'reader.wheel': choice(['scroll-then-turn', 'turn', 'zoom'], 'scroll-then-turn'),
  /** `auto` asks after pages and continues after a strip. */
  'reader.at_end': choice(['auto', 'ask', 'continue', 'stop'], 'auto'),
  /** Seconds until the next book opens automatically. */
  'reader.at_end_delay': whole(2, 60, 5),
  /** Pixels per second; 0 is off. */
  'reader.auto_scroll': whole(0, 1000, 0),
  'reader.auto_scroll_pause': flag(true),
  'reader.incognito': flag(false),
  'reader.keep_awake': flag(true),
};

export const footerParts = ['percent', 'page', 'chapter-left', 'time-left', 'clock'] as const;

/** EPUB reader. Sizes and margins are percent, spacing em, the maximum line length characters. */
const epubs = {
  'reader.epub_layout': choice(['auto', 'one', 'two', 'scroll'], 'auto'),
  'reader.epub_theme': choice(
    ['app', 'white', 'paper', 'sepia', 'grey', 'dark', 'black', 'custom'],
    'app',
  ),
  /** Used by the theme `custom`. */
  'reader.epub_paper': color('#fbf5e6'),
  'reader.epub_ink': color('#2b2722'),
  /** Publisher, serif, sans, mono or the name of an installed font. */
  'reader.epub_font': {
    schema: z.string().trim().min(1).max(100),
    default: 'publisher',
  } as Preference<string>,
  'reader.epub_size': whole(60, 300, 100),
  'reader.epub_line_height': amount(1, 2.2, 1.5),
  'reader.epub_paragraph_space': amount(0, 2, 0.5),
  'reader.epub_letter_space': amount(0, 0.2, 0),
  'reader.epub_margins': amount(0, 25, 8),
  'reader.epub_max_line': whole(40, 100, 70),
  'reader.epub_align': choice(['publisher', 'left', 'justify'], 'publisher'),
  'reader.epub_hyphenate': flag(false),
  'reader.epub_direction': choice(['auto', 'horizontal', 'vertical'], 'auto'),
  'reader.epub_footer': {
    schema: z.array(z.enum(footerParts)).max(footerParts.length),
    default: ['percent', 'chapter-left'],
  } as Preference<(typeof footerParts)[number][]>,
  'reader.epub_publisher_styles': choice(['keep', 'soften', 'override'], 'keep'),
  'reader.epub_dim_images': flag(true),
};

const pdfs = {
  'reader.pdf_mode': choice(['auto', 'text', 'images'], 'auto'),
  'reader.pdf_fit': choice(['page', 'width', 'custom'], 'width'),
  'reader.pdf_custom_fit': whole(10, 400, 100),
  'reader.pdf_layout': choice(['single', 'double', 'double-odd'], 'single'),
  'reader.pdf_continuous': flag(true),
  'reader.pdf_invert': flag(false),
};

/** Reader settings, each a separate preference that applies to all books of a user. */
export const readerPreferences = { comic: comics, epub: epubs, pdf: pdfs } as const;

/** All known preferences with their schemas; other apps store theirs under `client.`. */
export const preferences = { ...app, ...comics, ...epubs, ...pdfs } as const;

export type PreferenceKey = keyof typeof preferences;
export type PreferenceValue<Key extends PreferenceKey> = (typeof preferences)[Key]['default'];

export const preferenceKeys = Object.keys(preferences) as PreferenceKey[];
