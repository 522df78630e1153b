import { expect, test } from 'vitest';

import { formatDate } from './format.ts';
import { regionalLocale } from './regional-locale.ts';

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['en', 'en-GB'], 'en-GB'],
  ['de', ['de-AT', 'de', 'en-US'], 'de-AT'],
  ['de', ['de', 'en-US', 'en'], 'de-DE'],
  ['en', ['de-DE', 'de', 'en-US', 'en'], 'en-DE'],
  ['en', ['not a tag', 'en-NZ'], 'en-NZ'],
  ['en', [], 'en'],
])('%s for a browser that prefers %j is %s', (language, preferred, locale) => {
  expect(regionalLocale(language, preferred)).toBe(locale);
});

test('dates are written as in the region', () => {
  const day = (preferred: string[]) => formatDate('2026-01-15', regionalLocale('en', preferred));
  expect(day(['en-GB'])).toBe('15 January 2026');
  expect(day(['en-US'])).toBe('January 15, 2026');
  expect(day(['de-DE'])).toBe('15 January 2026');
});
