import type { ComicSettings } from '../store/settings.ts';

type FilterSettings = Pick<
  ComicSettings,
  'brightness' | 'contrast' | 'gamma' | 'saturation' | 'warmth' | 'greyscale' | 'invert'
>;

/** Id of the SVG filter for gamma and warmth. */
export const toneFilterId = 'o-reader-tone';

/** The CSS filter of the pages; `none` if nothing is set, to avoid its cost. */
export const filterOf = (settings: FilterSettings): string => {
  const { brightness, contrast, saturation, greyscale, invert } = settings;
  const parts = [
    invert && 'invert(1)',
    greyscale && 'grayscale(1)',
    saturation !== 100 && `saturate(${saturation / 100})`,
    brightness !== 100 && `brightness(${brightness / 100})`,
    contrast !== 100 && `contrast(${contrast / 100})`,
    toneOf(settings) && `url(#${toneFilterId})`,
  ].filter((part) => part !== false && part !== null);
  return parts.length === 0 ? 'none' : parts.join(' ');
};

export interface Tone {
  /** Exponent of each channel: above 1 darkens the midtones. */
  exponent: number;
  /** Factors of red, green and blue. */
  red: number;
  green: number;
  blue: number;
}

/** Gamma and warmth, which need an SVG filter; null where neither is set. */
export const toneOf = ({ gamma, warmth }: FilterSettings): Tone | null => {
  if (gamma === 100 && warmth === 0) return null;
  const share = warmth / 100;
  return {
    // Gamma below 10 % would render black.
    exponent: 100 / Math.max(10, gamma),
    red: 1,
    green: 1 - 0.12 * share,
    blue: 1 - 0.45 * share,
  };
};
