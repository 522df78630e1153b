import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { cleanSeriesName, parseName } from './names.ts';

interface Case {
  id: string;
  kind: string;
  input: string;
  context?: { root?: string };
  expected: Record<string, unknown>;
  doubtful?: boolean;
  parser_specific?: boolean;
}

const fixtures = join(
  import.meta.dirname,
  '../../../../shared/fixtures/names/filename-parsing.json',
);
const kinds = new Set([
  'manga',
  'comic',
  'book',
  'manga-path',
  'comic-path',
  'book-path',
  'book-number',
  'book-volume-chapter',
]);

const span = (first: number | null, last: number | null): string | null =>
  first === null ? null : first === last ? String(first) : `${first}-${last}`;

const parseCase = ({ kind, input, context }: Case) => {
  const path = kind.endsWith('-path') ? input.slice(context?.root?.length ?? 0) : input;
  const segments = path.split('/');
  return parseName(segments.at(-1) ?? '', segments.slice(0, -1));
};

const agrees = (entry: Case): boolean => {
  const parsed = parseCase(entry);
  const found: Record<string, unknown> = {
    series: parsed.series,
    title: parsed.title,
    volume: span(parsed.volume, parsed.volume_end),
    chapter: entry.kind.startsWith('book-')
      ? parsed.chapter
      : span(parsed.chapter, parsed.chapter_end),
    number: parsed.number,
    issue: parsed.number === 0.5 ? '½' : parsed.number === null ? null : String(parsed.number),
    year: parsed.year === null ? null : String(parsed.year),
    issue_count: parsed.count === null ? null : String(parsed.count),
  };
  return Object.entries(entry.expected).every(
    ([field, value]) => !(field in found) || found[field] === value,
  );
};

describe('file names of many kinds', () => {
  it('reads at least 92 of 100 as other programs do', () => {
    const { cases } = JSON.parse(readFileSync(fixtures, 'utf8')) as { cases: Case[] };
    const relevant = cases.filter(
      ({ kind, doubtful, parser_specific: own }) => kinds.has(kind) && !doubtful && !own,
    );
    const misses = relevant.filter((entry) => !agrees(entry));
    const share = 1 - misses.length / relevant.length;
    const report = misses
      .map((entry) => `${entry.input}: ${JSON.stringify(entry.expected)}`)
      .join('\n');
    expect(share, `${share}\n${report}`).toBeGreaterThanOrEqual(0.92);
  });
});

test.each([
  [
    'Pepper & Carrot 002 - Rainbow potions (2014).cbz',
    { series: 'Pepper & Carrot', number: 2, title: 'Rainbow potions', year: 2014 },
  ],
  [
    '[Group] Some Series c012.5 (v03) [ENG].cbz',
    { series: 'Some Series', volume: 3, chapter: 12.5, group: 'Group', language: 'en' },
  ],
  ['Pepper & Carrot (JA) 第06話.cbz', { series: 'Pepper & Carrot', chapter: 6, language: 'ja' }],
  ['ハルコさんの彼氏 v01.cbz', { series: 'ハルコさんの彼氏', volume: 1 }],
  ['이야기 3권.cbz', { series: '이야기', volume: 3 }],
  ['Just A Title.cbz', { series: 'Just A Title', number: null }],
])('reads %s', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected);
});

test('a folder gives the series name without its year and tags', () => {
  expect(cleanSeriesName('Science Comics (1946)')).toEqual({ name: 'Science Comics', year: 1946 });
  expect(cleanSeriesName('(2014)')).toEqual({ name: '(2014)', year: 2014 });
});
