import { expect, test } from 'vitest';

import { parseName } from './parse-name.ts';
import { parseRelease } from './releases.ts';

const spans = (list: { first: number; last: number }[]) =>
  list.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(' ');

test.each([
  [
    '[1r0n] Boruto - Two Blue Vortex - Volume 02 (Digital) (1r0n)',
    'Boruto - Two Blue Vortex',
    '2',
    '',
    '1r0n',
  ],
  ['[1r0n] Chainsaw Man - Chapter 142 (Digital)', 'Chainsaw Man', '', '142', '1r0n'],
  ['[Group] Dandadan c126-142 (2024) (Digital)', 'Dandadan', '', '126-142', 'Group'],
  ['Berserk Volume 42 (Digital)', 'Berserk', '42', '', null],
  [
    'Never Say Ugly 031-037 (2024-2025) (Digital) (danke-Empire, Stick)',
    'Never Say Ugly',
    '',
    '31-37',
    'danke-Empire, Stick',
  ],
  [
    'Edens Zero v01-31, 276-293 (2018-2025) (Digital) (LuCaZ)',
    'Edens Zero',
    '1-31',
    '276-293',
    'LuCaZ',
  ],
  [
    'Boruto - Two Blue Vortex v01-05,021-033 (2025-2026) (Digital) (LuCaZ)',
    'Boruto - Two Blue Vortex',
    '1-5',
    '21-33',
    'LuCaZ',
  ],
  [
    'Ao no Hako / Blue Box v01-20,181-240 (Digital) (LuCaZ)',
    'Ao no Hako | Blue Box',
    '1-20',
    '181-240',
    'LuCaZ',
  ],
  [
    'The Boy Lives as an S-Rank Adventurer 001-050 as v01-10 (Digital)',
    'The Boy Lives as an S-Rank Adventurer',
    '1-10',
    '1-50',
    null,
  ],
  [
    "A Late-Start Tamer's Laid-Back Life v01-09 (2024-2026) (Digital) (Ushi)",
    "A Late-Start Tamer's Laid-Back Life",
    '1-9',
    '',
    'Ushi',
  ],
  ['Series 123 v01-04 + v06-09 (Digital)', 'Series 123', '1-4 6-9', '', null],
  ['Some Series v01-05 + v04-09 (Digital)', 'Some Series', '1-9', '', null],
  ['My 30s Adventure v01 (Digital)', 'My 30s Adventure', '1', '', null],
  ['Solo Leveling v.13 c.116', 'Solo Leveling', '13', '116', null],
  ['c.47.5 by SubScans (en)', '', '', '47.5', 'SubScans'],
  ['Vol.15 by VolBundlerScans (en)', '', '15', '', 'VolBundlerScans'],
  ['Saved by the Bell', 'Saved by the Bell', '', '', null],
])('reads %s', (title, series, volumes, chapters, group) => {
  const parsed = parseRelease(title);
  expect({
    series: parsed.titles.join(' | '),
    volumes: spans(parsed.volumes),
    chapters: spans(parsed.chapters),
    group: parsed.group,
  }).toEqual({ series, volumes, chapters, group });
});

test('the language is in brackets', () => {
  expect(parseRelease('c.144 by Hablada Scans (es)')).toMatchObject({
    language: 'es',
    group: 'Hablada Scans',
  });
});

test('a title of nothing but markers is read as far as any release goes', () => {
  const title = Array.from({ length: 75 }, (_, index) => `c${2 * index + 1}`).join('+');
  expect(parseRelease(title).chapters).toHaveLength(24);
});

/** The fastest of several runs, ms, because other load only slows a run down. */
const fastest = (read: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 9 }, () => {
      const start = performance.now();
      for (let turn = 0; turn < 5; turn += 1) read();
      return performance.now() - start;
    }),
  );

test.each(['+c1.', '11巻c', '1話глава', 'v1-', 'c1x1', ' part 1', '[c1]'])(
  'four times as much of %j takes about four times as long',
  (unit) => {
    for (const read of [parseRelease, parseName]) {
      const [short, long] = [unit.repeat(300).slice(0, 300), unit.repeat(1200).slice(0, 1200)];
      // Cubic growth would take 64 times as long.
      expect(fastest(() => read(long))).toBeLessThan(30 * (fastest(() => read(short)) + 0.05));
    }
  },
);
