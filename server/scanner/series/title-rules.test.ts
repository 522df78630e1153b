import { expect, test } from 'vitest';

import type { TitleRule } from '../../../shared/api/scan-rules.ts';
import { cleanTitle } from './title-rules.ts';

test.each<[string, string, TitleRule[]]>([
  ['Sun (Digital) [c2c]', 'Sun', [{ kind: 'brackets' }]],
  ['Sun (a (b) c) end', 'Sun end', [{ kind: 'brackets' }]],
  ['Sun (open', 'Sun (open', [{ kind: 'brackets' }]],
  ['(all of it)', '(all of it)', [{ kind: 'brackets' }]],
  ['the_sun.and 1.5', 'the sun and 1.5', [{ kind: 'separators' }]],
  ['Site.org - Sun', 'Sun', [{ kind: 'prefix', text: 'site.org -' }]],
  ['Sun - complete', 'Sun', [{ kind: 'suffix', text: 'COMPLETE' }]],
  ['Sun Scan by Ann', 'Sun', [{ kind: 'replace', find: ' scan by *', replace: '' }]],
  ['Sun #12 Moon #13', 'Sun Moon', [{ kind: 'replace', find: '#??', replace: '' }]],
  ['a--b--c', 'a-b-c', [{ kind: 'replace', find: '--', replace: '-' }]],
  ['Sun <x> and <y>', 'Sun and', [{ kind: 'replace', find: '<*>', replace: '' }]],
  [
    'x_Sun (1)',
    'Sun',
    [{ kind: 'brackets' }, { kind: 'separators' }, { kind: 'prefix', text: 'x ' }],
  ],
])('%s becomes %s', (title, cleaned, rules) => {
  expect(cleanTitle(rules, title)).toBe(cleaned);
});

test('no pattern takes long, and no replacement makes a title endless', () => {
  const title = 'a'.repeat(1000);
  const evil: TitleRule = { kind: 'replace', find: `${'a*'.repeat(49)}b`, replace: '' };
  const growing: TitleRule = { kind: 'replace', find: 'a', replace: 'a'.repeat(100) };
  const start = process.cpuUsage();
  expect(cleanTitle(Array<TitleRule>(20).fill(evil), title)).toBe(title);
  expect(cleanTitle(Array<TitleRule>(20).fill(growing), title)).toHaveLength(1000);
  const brackets = cleanTitle([{ kind: 'brackets' }], `${'('.repeat(1000)}${')'.repeat(1000)}x`);
  expect(brackets).toBe('x');
  const { user } = process.cpuUsage(start);
  expect(user / 1000).toBeLessThan(1500);
});
