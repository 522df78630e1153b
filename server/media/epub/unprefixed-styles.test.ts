import { expect, test } from 'vitest';

import { withoutPrefixes } from './unprefixed-styles.ts';

test('a property of EPUB is also written under its CSS name, in the same place', () => {
  expect(withoutPrefixes('html { -epub-writing-mode: vertical-rl; color: red }')).toBe(
    'html { writing-mode: vertical-rl;-epub-writing-mode: vertical-rl; color: red }',
  );
  expect(withoutPrefixes('a{-webkit-writing-mode:vertical-rl}')).toBe(
    'a{writing-mode:vertical-rl;-webkit-writing-mode:vertical-rl}',
  );
});

test('what comes later in the sheet still wins', () => {
  expect(withoutPrefixes('-epub-hyphens: auto; hyphens: none')).toMatch(
    /^hyphens: auto;-epub-hyphens: auto; hyphens: none$/,
  );
});

test('names and values that CSS changed are changed, importance stays', () => {
  const css = withoutPrefixes(
    '-epub-text-combine: horizontal !important; -epub-ruby-position: before',
  );
  expect(css).toContain('text-combine-upright: all !important;-epub-text-combine');
  expect(css).toContain('ruby-position: over;-epub-ruby-position');
  expect(withoutPrefixes('-epub-text-orientation: vertical-right')).toContain(
    'text-orientation: mixed;',
  );
  expect(withoutPrefixes('-epub-text-orientation: constructor')).toContain(
    'text-orientation: constructor;',
  );
});

test('everything else stays as it is', () => {
  const css =
    '.my-epub-writing-mode { color: red; -webkit-box-orient: vertical; writing-mode: lr }';
  expect(withoutPrefixes(css)).toBe(css);
});
