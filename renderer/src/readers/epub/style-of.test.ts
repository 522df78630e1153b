import { expect, test } from 'vitest';

import { userStyleCss } from './engine/book-style.ts';
import { defaultValues } from '../settings/fields.ts';
import { styleOf, themeOf } from './style-of.ts';

const settings = defaultValues('epub');
const css = (change: Partial<typeof settings>, isDark = false) =>
  userStyleCss(styleOf({ ...settings, ...change }, isDark));

test('the theme of the app is light or dark as the app is', () => {
  expect(themeOf(settings, true).isDark).toBe(true);
  expect(themeOf(settings, false).isDark).toBe(false);
});

test('a paper of one’s own is dark where little light comes from it', () => {
  const own = { theme: 'custom', ink: '#ffffff' } as const;
  expect(themeOf({ ...own, paper: '#101820' }, false).isDark).toBe(true);
  expect(themeOf({ ...own, paper: '#f0e8d0' }, true).isDark).toBe(false);
});

test('without a choice, the style of the publisher stays', () => {
  expect(css({})).not.toMatch(
    /line-height|(?<!generic\] \{ )font-family|text-align|letter-spacing/,
  );
});

test('a chosen style overrides the publisher', () => {
  expect(css({ line_height: 2 })).toContain('line-height: 2 !important');
  expect(css({ align: 'justify' })).toContain('text-align: justify !important');
  expect(css({ publisher_styles: 'override' })).toContain('line-height: 1.5 !important');
});

test('dark paper takes the publisher’s dark ink away, light paper keeps it', () => {
  expect(css({ theme: 'black' })).toContain('color: inherit !important');
  expect(css({ theme: 'white' })).not.toContain('color: inherit !important');
});

test('the name of a font stays a name', () => {
  const text = css({ font: "x'; } body { background: url(//evil) } '" });
  expect(text).not.toContain('url(');
  const name = 'x  body  background urlevil  ';
  expect(text).toContain(
    `font-family: 'Own ${name}', '${name}', 'Octavo Literata', serif !important`,
  );
});
