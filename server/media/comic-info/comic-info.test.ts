import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { openBook } from '../formats/open-book.ts';
import { readZipDirectory } from '../zip/directory.ts';
import { readEntry } from '../zip/read-entry.ts';
import { parseComicInfo } from './comic-info.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const parse = (inside: string) => parseComicInfo(Buffer.from(`<ComicInfo>${inside}</ComicInfo>`));
const infoOf = (name: string) => {
  const path = join(fixtures, name);
  return openBook(path, statSync(path).size);
};

describe('ComicInfo.xml as programs write it', () => {
  it('of a scraper', () => {
    const info = parseComicInfo(readFileSync(join(fixtures, 'comicinfo/sandman-v01.xml')));
    expect(info).toMatchObject({
      title: 'v01 - Preludes & Nocturnes - 30th Anniversary Edition',
      series: 'Sandman',
      publisher: 'DC',
      imprint: 'Vertigo',
      count: 10,
      language: 'en',
      age_rating: 17,
      isbn: null,
      tags: ['dark', 'Occult'],
    });
    expect(info?.authors).toContainEqual({ name: 'The translator', role: 'translator' });
  });

  it.each([
    ['a, b,', ['a', 'b']],
    [', ,a;; b', ['a', 'b']],
    ['"Doe, Jane", Bob', ['Doe, Jane', 'Bob']],
    ['Bob; "Doe; Jane" ', ['Bob', 'Doe; Jane']],
    ['"hi", say "ho", O\'Brien', ['"hi"', 'say "ho"', "O'Brien"]],
    ['"open, b', ['"open', 'b']],
    ['"a, b" c, d', ['"a', 'b" c', 'd']],
    [', ;', []],
  ])('of the list %j', (text, values) => {
    const list = text.replaceAll('"', '&quot;');
    const names = ['Tags', 'Genre', 'Characters', 'Writer'];
    const info = parse(names.map((name) => `<${name}>${list}</${name}>`).join(''));
    expect(info).toMatchObject({ tags: values, genres: values, characters: values });
    expect(info?.authors.map(({ name }) => name)).toEqual(values);
  });

  it('of a manga', () => {
    const info = parseComicInfo(readFileSync(join(fixtures, 'comicinfo/haruko-rtl.xml')));
    expect(info).toMatchObject({ series: 'ハルコさんの彼氏', reading_direction: 'rtl' });
  });

  it('with values outside the schema', () => {
    const info = parseComicInfo(readFileSync(join(fixtures, 'comicinfo/unknown-enum-values.xml')));
    expect(info).toMatchObject({ age_rating: null, reading_direction: null });
  });

  it('with pages', () => {
    const path = join(fixtures, 'comicinfo/test-comicinfo.cbz');
    const fd = openSync(path, 'r');
    const { entries } = readZipDirectory(fd, statSync(path).size);
    const entry = entries.find(({ name }) => name === 'ComicInfo.xml');
    const info = entry ? parseComicInfo(readEntry(fd, entry)) : null;
    closeSync(fd);
    expect(info?.pages).toContainEqual(expect.objectContaining({ type: 'FrontCover' }));
  });
});

test.each(['comicinfo-lowercase-in-subfolder', 'comicinfo-utf16-bom'])('reads %s', async (name) => {
  expect((await infoOf(`faults/contents/${name}.cbz`)).metadata?.series).toBe('Pepper & Carrot');
});

test.each(['contents/comicinfo-broken-xml', 'hostile/comicinfo-external-entity'])(
  'ignores the metadata of %s and lists its pages',
  async (name) => {
    const { error, metadata, pages } = await infoOf(`faults/${name}.cbz`);
    expect(error).toBeNull();
    expect(metadata).toBeNull();
    expect(pages).toHaveLength(2);
  },
);

it('reads Windows-1252 with and without a declaration', () => {
  const body = '<ComicInfo><Title>Astérix</Title></ComicInfo>';
  for (const declaration of [
    '',
    '<?xml version="1.0" encoding="windows-1252"?>',
    '<?xml version="1.0" encoding="utf-8"?>',
  ]) {
    expect(parseComicInfo(Buffer.from(declaration + body, 'latin1'))?.title).toBe('Astérix');
  }
});

it.each([
  ['<Title>Salt & Pepper</Title>', 'Salt & Pepper'],
  ['<Title>A &amp; B & C &#38; D</Title>', 'A & B & C & D'],
  ['<Title>1 < 2 <3</Title>', '1 < 2 <3'],
  ['<Title>a\u0001b & c</Title>', 'ab & c'],
])('reads %s although it is not well-formed', (body, title) => {
  expect(parse(body)?.title).toBe(title);
});

it('reads a document with text around it, and ignores one that is cut off', () => {
  const document = '<?xml version="1.0"?><ComicInfo><Title>Whole</Title></ComicInfo>';
  expect(parseComicInfo(Buffer.from(`\n ${document}\0\0`))?.title).toBe('Whole');
  expect(parseComicInfo(Buffer.from('<ComicInfo><Title>A & B</Title><Summa'))).toBeNull();
});

it('maps dates, numbers, links and arcs, and drops what makes no sense', () => {
  expect(
    parse(
      `<Number>½</Number><Year>2014</Year><Month>13</Month><Web>https://a.example/x, javascript:alert(1)</Web>
       <StoryArc>One, Two</StoryArc><StoryArcNumber>3</StoryArcNumber><GTIN>978-3-16-148410-0</GTIN>`,
    ),
  ).toMatchObject({
    number: 0.5,
    release_date: null,
    web_links: [{ label: 'a.example', url: 'https://a.example/x' }],
    story_arcs: [
      { name: 'One', number: 3 },
      { name: 'Two', number: null },
    ],
    isbn: '9783161484100',
  });
  expect(parse('<Year>2014</Year><Month>2</Month><Day>3</Day>')?.release_date).toBe('2014-02-03');
});

it('takes no number that is none any more', () => {
  const endless = '9'.repeat(400);
  expect(parse(`<Number>${endless}</Number><Count>${endless}</Count>`)).toMatchObject({
    number: null,
    count: null,
  });
});

it('refuses what is too large', () => {
  expect(parse(`<Summary>${'x'.repeat(1024 * 1024)}</Summary>`)).toBeNull();
});

it('takes no name that every object has for a known value', () => {
  const name = 'constructor';
  expect(parse(`<AgeRating>${name}</AgeRating>`)).toMatchObject({ age_rating: null });
});

it('reads the fields about rating and crossover', () => {
  const info = parse(
    '<AlternateSeries>Civil War</AlternateSeries><AlternateNumber>3</AlternateNumber>' +
      '<StoryArc>Fall, Rise</StoryArc><StoryArcNumber>1, 2</StoryArcNumber>' +
      '<MainCharacterOrTeam>Daredevil</MainCharacterOrTeam><Characters>Kingpin, Daredevil</Characters>' +
      '<CommunityRating>4.5</CommunityRating>',
  );
  expect(info).toMatchObject({
    story_arcs: [
      { name: 'Fall', number: 1 },
      { name: 'Rise', number: 2 },
      { name: 'Civil War', number: 3 },
    ],
    characters: ['Daredevil', 'Kingpin'],
    community_rating: 4.5,
  });
});
