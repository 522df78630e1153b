import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { describe, expect, it, test } from 'vitest';

import { parseName } from './parse-name.ts';
import { cleanSeriesName } from './read-name.ts';
import { parseRelease } from './releases.ts';

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
const releaseKinds = new Set(['release-title', 'mangaupdates-title']);
const kinds = new Set([
  'manga',
  'comic',
  'book',
  'manga-path',
  'comic-path',
  'book-path',
  'book-number',
  'book-volume-chapter',
  ...releaseKinds,
]);

const span = (first: number | null, last: number | null): string | null =>
  first === null ? null : first === last ? String(first) : `${first}-${last}`;

const parseCase = ({ kind, input, context }: Case) => {
  const path = kind.endsWith('-path') ? input.slice(context?.root?.length ?? 0) : input;
  const segments = path.split('/');
  return parseName(segments.at(-1) ?? '', segments.slice(0, -1));
};

const foundInName = (entry: Case): Record<string, unknown> => {
  const parsed = parseCase(entry);
  return {
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
};

/** The reference program compares series without the dashes between their parts. */
const foundInRelease = ({ input }: Case): Record<string, unknown> => {
  const { titles, volumes, chapters, group, language } = parseRelease(input);
  const pairs = (spans: { first: number; last: number }[]) =>
    spans.length === 0 ? null : spans.map(({ first, last }) => [first, last]);
  return {
    series: (titles[0] ?? '').replaceAll(' - ', ' '),
    volumes: pairs(volumes),
    chapters: pairs(chapters),
    volume: volumes[0]?.first ?? null,
    chapter: chapters[0]?.first ?? null,
    group,
    language,
  };
};

const agrees = (entry: Case): boolean => {
  const found = releaseKinds.has(entry.kind) ? foundInRelease(entry) : foundInName(entry);
  return Object.entries(entry.expected).every(
    ([field, value]) => !(field in found) || isDeepStrictEqual(found[field], value),
  );
};

const reasons = {
  special: 'We keep what a special is called as its series; its folder names the series.',
  ambiguous:
    'Without knowing the series, nothing tells a number or word of its name from numbering.',
  korean: 'That program counts the Korean words for chapter as volumes as well.',
  taste: 'A choice of that program: the same words stand in real titles.',
};

/** Cases that we parse differently, each with the reason. */
const readOtherwise: Record<string, string> = {
  'Bloodshot Book 03 (2020) (digital) (Son of Ultron-Empire).cbr': reasons.taste,
  'Elephantmen 2259 #008 - Simple Truth 03 (of 06) (2021) (digital) (Son of Ultron-Empire).cbr':
    reasons.ambiguous,
  'Free Comic Book Day - Avengers.Hulk (2021) (2048px) (db).cbz': reasons.ambiguous,
  "Cory Doctorow's Futuristic Tales of the Here and Now: Anda's Game #001 (2007).cbz":
    reasons.ambiguous,
  "Cory Doctorow's Futuristic Tales of the Here and Now $1$2 3 #0.0.1 (2007).cbz": reasons.taste,
  '조선왕조실톡 106화': reasons.korean,
  '동의보감 13장': reasons.korean,
  'Love Hina - Special.cbz': reasons.special,
  'Ani-Hina Art Collection.cbz': reasons.special,
  'Batman - Detective Comics - Rebirth Deluxe Edition Book 02 (2018) (digital) (Son of Ultron-Empire)':
    reasons.taste,
  'Green Lantern - Circle of Fire Special - Adam Strange (2000)': reasons.special,
  'Identity Crisis Extra - Rags Morales Sketches (2005)': reasons.special,
  'Bd Fr-Aldebaran-Antares-t6': reasons.ambiguous,
  'Gifting The Wonderful World With Blessings! - 3 Side Stories [yuNS][Unknown]': reasons.special,
  'BBC Focus 00 The Science of Happiness 2nd Edition (2018)': reasons.ambiguous,
  'E:/Manga/Tenjo Tenge (Color)/Tenjo Tenge {Full Contact Edition} v01 (2011) (Digital) (ASTC).cbz':
    reasons.taste,
  'C:/Books/Summer Time Rendering/Volume SP01.cbr': reasons.special,
  'Solo Leveling v.13 c.116':
    'That feed is English where it names no language; ours takes the language of its source.',
};

describe('names of many kinds', () => {
  const { cases } = JSON.parse(readFileSync(fixtures, 'utf8')) as { cases: Case[] };
  const relevant = cases.filter(
    ({ kind, doubtful, parser_specific: own }) => kinds.has(kind) && !doubtful && !own,
  );
  const misses = relevant.filter((entry) => !agrees(entry)).map(({ input }) => input);

  it('are read as other programs do, but for those with a reason', () => {
    expect(misses.toSorted()).toEqual(Object.keys(readOtherwise).toSorted());
  });

  it('are so in more than 92 of 100 cases', () => {
    expect(1 - misses.length / relevant.length).toBeGreaterThanOrEqual(0.92);
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
  ['Some Comic c001-006x1 (v01).cbz', { volume: 1, chapter: 1, chapter_end: 6 }],
  ['Some Comic - 031 - Third Story, Part 12.cbz', { series: 'Some Comic', chapter: 31 }],
  ['Some Comic, Chapter 12 [Group][v2].cbz', { volume: null, chapter: 12, group: 'Group' }],
  ['【组】迷你漫画卷2第25话.cbz', { series: '迷你漫画', volume: 2, chapter: 25, group: '组' }],
  ['Some Comic Vol 1 - 6.cbz', { volume: 1, volume_end: 6, chapter: null, number: 1 }],
  ['Some Comic Vol. 01 – 12 (2020).cbz', { volume: 1, volume_end: 12, chapter: null }],
  ['Some Comic Vol 1–6.cbz', { volume: 1, volume_end: 6, title: null }],
  ['Some Comic Volumes 1 - 12.cbz', { volume: 1, volume_end: 12, title: null }],
  ['Some Comic Volumes 1 to 12.cbz', { volume: 1, volume_end: 12, title: null }],
  ['Some Comic Tome 1 à 6.cbz', { volume: 1, volume_end: 6, title: null }],
  ['Some Comic Band 1 bis 3.cbz', { volume: 1, volume_end: 3, title: null }],
  ['Some Comic Vol 2 - 35.cbz', { volume: 2, volume_end: 2, chapter: 35 }],
  ['Some Comic Vol 3 - 2.cbz', { volume: 3, volume_end: 3, chapter: 2 }],
  ['Some Comic Vol 1 - 7 Days.cbz', { volume: 1, volume_end: 1 }],
  ['Some Comic {Special Edition} v03.5.cbz', { series: 'Some Comic', volume: 3.5 }],
  ['Some Comic - Vol.TBD Chapter 27.cbz', { series: 'Some Comic', chapter: 27 }],
  ['Some Comic (1957) #92 (1969).cbz', { volume: 1957, number: 92, year: 1969 }],
  ['Some Comic #-1.cbz', { series: 'Some Comic', number: -1 }],
  ['Some Comic issue #25.cbz', { series: 'Some Comic', number: 25 }],
  ['Some Comic - Grand Design 1 of 2 (2018).cbz', { number: 1, count: 2 }],
  ['Some.Comic.012.(2019).cbz', { series: 'Some Comic', number: 12 }],
  ['Some Comic v1 038 (1972) (c2c).cbr', { volume: 1, number: 38 }],
  ['Some Comic - Episode 3 - The Banquet #02.cbz', { series: 'Some Comic', chapter: 2 }],
  ['Lustiges Taschenbuch Nr. 123.cbz', { series: 'Lustiges Taschenbuch', number: 123 }],
  ['Tex Willer N. 12.cbr', { series: 'Tex Willer', number: 12 }],
  ['2000AD prog 1234 (2001).cbr', { series: '2000AD', number: 1234 }],
  ['Kaiju No. 8 v01 (2021).cbz', { series: 'Kaiju No. 8', volume: 1, chapter: null }],
  ['Some Comic 001.NOW (2014).cbz', { series: 'Some Comic', number: 1, title: null }],
  ['Some.Comic.v1.001.1940.cbz', { series: 'Some Comic', volume: 1, number: 1, year: 1940 }],
  ['Some.Comic.686.5.cbz', { series: 'Some Comic', number: 686.5 }],
  ['Some Book (Book 2).epub', { series: 'Some Book', volume: 2 }],
  ['Some Comic 381 (2017) (A-Group) (1).cbr', { number: 381, group: 'A-Group' }],
  ['Мастер и Маргарита. Том 2.epub', { series: 'Мастер и Маргарита', volume: 2 }],
  ['Asterix Bd. 12 - Bei Olympia.cbz', { series: 'Asterix', volume: 12, title: 'Bei Olympia' }],
  ['Conan - Kapitel 1000.cbz', { series: 'Conan', chapter: 1000 }],
  ['Some Comic Kap. 12.cbz', { series: 'Some Comic', chapter: 12 }],
  ['Some Comic - Chapitre 1044.cbz', { series: 'Some Comic', chapter: 1044 }],
  ['Some Comic Vol 01 Cap 003.cbz', { series: 'Some Comic', volume: 1, chapter: 3 }],
  ['Some Comic - Capítulo 104.cbz', { series: 'Some Comic', chapter: 104 }],
  ['Some Comic Volume 12 Capitolo 104.cbz', { series: 'Some Comic', volume: 12, chapter: 104 }],
  ['Some Comic T.100.cbz', { series: 'Some Comic', volume: 100 }],
  ['Some Comic Tome.100.cbz', { series: 'Some Comic', volume: 100 }],
  ['Clever & Smart Nr.017.cbr', { series: 'Clever & Smart', number: 17 }],
  ['Spirou N°4321.pdf', { series: 'Spirou', number: 4321 }],
  ['Zagor N.12 - La foresta.cbr', { series: 'Zagor', number: 12, title: 'La foresta' }],
  ['Micky Maus Heft 12 1985.cbz', { series: 'Micky Maus', number: 12, year: 1985 }],
  ['Ausgabe 12-2019.pdf', { series: '', number: 12 }],
  ['Turma - Edição 12.cbz', { series: 'Turma', number: 12 }],
  ['Some Book - Teil 1 - Der Anfang.epub', { series: 'Some Book', number: 1, title: 'Der Anfang' }],
  ['Some Magazine 2022-05.pdf', { series: 'Some Magazine', number: null, year: 2022 }],
  ['進撃の巨人(34).zip', { series: '進撃の巨人', volume: 34 }],
  ['進撃の巨人（34）.zip', { series: '進撃の巨人', volume: 34 }],
  ['鬼滅の刃 第２３巻.zip', { series: '鬼滅の刃', volume: 23 }],
  ['鬼滅の刃 第二十三巻.zip', { series: '鬼滅の刃', volume: 23 }],
  ['第三巻.cbz', { series: '', volume: 3 }],
  ['週刊少年ジャンプ 2022年12号.zip', { series: '週刊少年ジャンプ', number: 12, year: 2022 }],
  ['Some Comic S2 E123.cbz', { series: 'Some Comic', volume: 2, chapter: 123 }],
  ['Some Comic - Season 2 - Ep. 45.cbz', { series: 'Some Comic', volume: 2, chapter: 45 }],
  ['(C97) [Circle] Some Title (Parody) [English].cbz', { series: 'Some Title', number: null }],
  ['Adventure Part 7 - Ball Run v01.cbz', { series: 'Adventure Part 7 - Ball Run', number: 1 }],
  ['Agents of S.H.I.E.L.D. 003.cbz', { series: 'Agents of S.H.I.E.L.D.', number: 3 }],
])('reads %s', (name, expected) => {
  expect(parseName(name)).toMatchObject(expected);
});

test('a name of nothing but digits has numbers that can be stored', () => {
  const endless = '9'.repeat(400);
  for (const name of [`#${endless}`, `Saga v${endless} (1 of ${endless})`]) {
    const numbers = Object.values(parseName(name)).filter((value) => typeof value === 'number');
    expect(numbers.every(Number.isFinite)).toBe(true);
  }
});

test.each([
  ['Mob Psycho 100', 'Chapter 12.cbz', { series: 'Mob Psycho 100', chapter: 12 }],
  ['Kaiju No. 8', '012.cbz', { series: 'Kaiju No. 8', chapter: 12 }],
  ['86', '03.cbz', { series: '86', chapter: 3 }],
  ['Some Comic/Chapter 12', '001.cbz', { series: 'Some Comic', chapter: 12 }],
  ['Some Comic/012', '001.cbz', { series: 'Some Comic', chapter: 12 }],
  ['Some Comic 2/Vol 1', 'Ch 1.cbz', { series: 'Some Comic 2', volume: 1, chapter: 1 }],
  ['Thorgal', '01 - La magicienne.cbr', { series: 'Thorgal', number: 1, title: 'La magicienne' }],
  ['Thorgal', '01. La magicienne.cbr', { series: 'Thorgal', number: 1, title: 'La magicienne' }],
  ['Thorgal', '07 - Les 3 vieillards 2.cbr', { number: 7, title: 'Les 3 vieillards 2' }],
  ['52', '52 - Week 01.cbz', { number: 1 }],
  ['Rhodan', '0001 Stardust.epub', { series: 'Rhodan', number: 1, title: 'Stardust' }],
  ['Clarke', '2001 - A Space Odyssey.epub', { series: 'Clarke', number: null }],
  ['Vertigo', '100 Bullets.cbz', { series: 'Vertigo', number: null }],
  ['Some Comic', 'Heft 12.cbz', { series: 'Some Comic', number: 12 }],
])('in the folder %s, %s has the number of the file', (folders, name, expected) => {
  expect(parseName(name, folders.split('/'))).toMatchObject(expected);
});

test('a folder of a language takes the name of the series around it', () => {
  expect(parseName('Vol 1.cbz', ['Some Comic', 'English'])).toMatchObject({ series: 'Some Comic' });
});

test('a folder gives the series name without its year and tags', () => {
  expect(cleanSeriesName('Science Comics (1946)')).toEqual({ name: 'Science Comics', year: 1946 });
  expect(cleanSeriesName('(2014)')).toEqual({ name: '(2014)', year: 2014 });
});
