import { describe, expect, it, test } from 'vitest';

import type { PageShape } from '../stage/page-shape.ts';
import { resolveLayout, resolveMode } from './reading-mode.ts';

const pages = (...ratios: number[]): PageShape[] =>
  ratios.map((ratio, index) => ({
    number: index + 1,
    mediaType: 'image/png',
    size: { width: 800, height: 800 * ratio },
  }));
const printed = pages(1.5, 1.5, 1.5);
const strips = pages(1.4, 1.4, 8);
const withTallPage = {
  metadata: null,
  library: 'rtl',
  pages: pages(1.5, 1.5, 1.5, 1.5, 3),
} as const;

describe('reading mode', () => {
  it('follows an explicit choice above all', () => {
    const known = { metadata: 'rtl', library: 'ltr', pages: strips } as const;
    expect(resolveMode('vertical', known)).toEqual({ mode: 'vertical', reason: 'chosen' });
  });

  test.each([
    [
      'what the metadata says',
      { metadata: 'rtl', library: 'ltr', pages: printed },
      'rtl',
      'metadata',
    ],
    [
      'tall strips, from whichever side their pages are turned',
      { metadata: 'rtl', library: 'ltr', pages: strips },
      'webtoon',
      'shapes',
    ],
    [
      'metadata that name a vertical mode',
      { metadata: 'vertical', library: null, pages: strips },
      'vertical',
      'metadata',
    ],
    ['tall strips', { metadata: null, library: 'rtl', pages: strips }, 'webtoon', 'shapes'],
    ['the library in spite of one tall page', withTallPage, 'rtl', 'library'],
    ['the library', { metadata: null, library: 'rtl', pages: printed }, 'rtl', 'library'],
    ['left to right', { metadata: null, library: null, pages: printed }, 'ltr', 'default'],
  ] as const)('in Auto follows %s', (_, known, mode, reason) => {
    expect(resolveMode('auto', known)).toEqual({ mode, reason });
  });
});

describe('page layout', () => {
  const wide = { width: 1440, height: 900 };
  const phone = { width: 390, height: 844 };

  it('shows two pages only where the window is clearly wider than high', () => {
    expect(resolveLayout('auto', 'ltr', wide)).toBe('double-cover');
    expect(resolveLayout('auto', 'rtl', phone)).toBe('single');
    expect(resolveLayout('double', 'rtl', phone)).toBe('double');
  });

  it('shows single pages where they follow each other downwards', () => {
    expect(resolveLayout('double', 'vertical', wide)).toBe('single');
  });
});
