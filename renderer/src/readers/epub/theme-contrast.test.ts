import { describe, expect, test } from 'vitest';

import { readerPreferences } from '../../../../shared/preferences.ts';
import { defaultValues } from '../settings/fields.ts';
import { userStyleCss } from './engine/book-style.ts';
import { footerOpacity, styleOf } from './style-of.ts';

type Color = readonly [red: number, green: number, blue: number];

const fromHex = (hex: string): Color => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    parseInt(hex.slice(start, start + 2), 16),
  );
  return [red, green, blue];
};

/** The colour of a layer with this opacity over another colour. */
const over = (layer: Color, opacity: number, below: Color): Color => {
  const mixed = (channel: 0 | 1 | 2) => opacity * layer[channel] + (1 - opacity) * below[channel];
  return [mixed(0), mixed(1), mixed(2)];
};

const luminance = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast of two colours, as WCAG 2 defines it. */
const contrast = (first: Color, second: Color): number => {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** WCAG 2, level AA, for text of the usual size. */
const least = 4.5;

const themes = readerPreferences.epub['reader.epub_theme'].values
  .filter((theme) => theme !== 'custom')
  .flatMap((theme) => [true, false].map((isAppDark) => ({ theme, isAppDark })));

describe.each(themes)('the theme $theme (app in the dark: $isAppDark)', ({ theme, isAppDark }) => {
  const style = styleOf({ ...defaultValues('epub'), theme }, isAppDark);
  const [paper, ink, link] = [style.theme.paper, style.theme.ink, style.theme.link].map(fromHex);
  if (!paper || !ink || !link) throw new Error('A theme lacks a colour');

  test('has a legible text, link and footer', () => {
    expect(contrast(ink, paper)).toBeGreaterThan(least);
    expect(contrast(link, paper)).toBeGreaterThan(least);
    expect(contrast(over(ink, footerOpacity, paper), paper)).toBeGreaterThan(least);
  });

  test('keeps highlighted text legible', () => {
    const found = userStyleCss(style).matchAll(
      /::highlight\(octavo-(\w+)\) \{ background-color: rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/g,
    );
    const highlights = [...found].map(([, name = '', red, green, blue, percent]) => {
      const color: Color = [Number(red), Number(green), Number(blue)];
      return { name, color: over(color, Number(percent) / 100, paper) };
    });
    expect(highlights.length).toBeGreaterThan(6);
    for (const { name, color } of highlights) {
      expect(contrast(ink, color), name).toBeGreaterThan(least);
    }
  });
});
