import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { type OpfDescription, readOpf } from './opf-metadata.ts';
import { readXml } from './xml.ts';

const folder = join(import.meta.dirname, '../../../../shared/fixtures/comicinfo/opf');

const read = (bytes: Buffer): OpfDescription => {
  const xml = readXml(bytes);
  if (!xml) throw new Error('No element at all');
  return readOpf(xml.root);
};
const fixture = (name: string) => read(readFileSync(join(folder, `${name}.opf`)));
const inside = (metadata: string) =>
  read(Buffer.from(`<package><metadata>${metadata}</metadata></package>`)).metadata;

describe('a package document of the fixtures', () => {
  test('by calibre, with a series', () => {
    const { metadata, coverId } = fixture('Die Drei 3');
    expect(coverId).toBe('cover');
    expect(metadata).toMatchObject({
      title: 'Die Drei Fragezeichen-Kids, Bd.3, Invasion Der Fliegen',
      title_sort: 'Drei Fragezeichen-Kids, Bd.3, Invasion Der Fliegen, Die',
      series: 'Die drei ??? Kids',
      number: 3,
      publisher: 'Franckh-Kosmos Verlag',
      language: 'de',
      release_date: '1999-07-31',
      isbn: '9783440077931',
      genres: ['Juvenile Fiction', 'Mysteries & Detective Stories', 'Kinder- und Jugendbücher'],
      authors: [
        { name: 'Ulf Blanck', role: 'writer' },
        { name: 'Stefanie Wegner', role: 'writer' },
      ],
    });
    expect(metadata.summary).toMatch(/^Hunderte von Fliegen [^<>]* Kanalschacht\.\.\.$/);
  });

  test('with prefixed elements and half a number', () => {
    expect(fixture('Panik im Paradies').metadata).toMatchObject({
      title: 'Panik im Paradies',
      series: 'Die drei ??? Kids',
      number: 1.5,
      isbn: '9783440077894',
      authors: [
        { name: 'Ulf Blanck', role: 'writer', sort: 'Blanck, Ulf' },
        { name: 'The Editor', role: 'editor' },
      ],
    });
  });

  test.each([
    ['collections-epub2', { series: 'Classic Anthology', number: 1.5 }],
    ['collections-epub3', { series: 'Series A', number: 2 }],
    ['progression-rtl', { reading_direction: 'rtl' }],
    ['subjects-multiple', { genres: ['fiction', 'apple; banana, pear'] }],
    ['title-multiple-subtitles', { title: "Alice's Adventures in Wonderland", language: 'en' }],
    [
      'full-metadata',
      {
        title: "Alice's Adventures in Wonderland",
        release_date: '1865-07-04',
        language: 'en-GB',
        summary: 'The book description.',
        publisher: 'D. Appleton and Co',
        reading_direction: 'rtl',
      },
    ],
  ])('%s', (name, expected) => {
    expect(fixture(name).metadata).toMatchObject(expected);
  });

  test('with how it is to be shown', () => {
    expect(fixture('full-metadata')).toMatchObject({
      identifier: 'urn:uuid:7408D53A-5383-40AA-8078-5256C872AE41',
      layout: 'fixed',
      spread: 'both',
    });
    expect(fixture('cover-epub2').coverId).toBe('my-cover');
  });

  test('with every kind of contributor', () => {
    const { authors } = fixture('contributors').metadata;
    const names = (role: string) =>
      authors.filter((entry) => entry.role === role).map(({ name }) => name);
    expect(names('writer')).toEqual(['Author 1', 'Author 3', 'Author 4', 'Author 2', 'Cameleon 1']);
    expect(names('translator')).toEqual(['Translator']);
    expect(names('editor')).toEqual(['Editor']);
    expect(names('penciller')).toEqual(['Artist', 'Illustrator 1', 'Illustrator 2']);
    expect(names('colorist')).toEqual(['Colorist']);
    expect(names('narrator')).toEqual(['Narrator']);
    expect(names('contributor')).toEqual(['Contributor 1', 'Unknown']);
    expect(authors.map(({ name }) => name)).not.toContain('Publisher 2');
  });
});

describe('metadata', () => {
  it('has the main of several titles, or the first', () => {
    const main = '<meta refines="#b" property="title-type">main</meta>';
    expect(inside(`<title>A</title><title id="b">B</title>${main}`).title).toBe('B');
    expect(inside('<title>A</title><title>B</title>').title).toBe('A');
  });

  it('has names for sorting, of EPUB 2 and 3, but not that of several people', () => {
    const { authors } = inside(
      `<creator id="a">Ann Lee</creator><meta refines="#a" property="file-as">Lee, Ann</meta>
       <creator file-as="Poe, Bob" role="ill">Bob Poe</creator>
       <creator file-as="Lee, Ann &amp; Ray, Cem">Cem Ray</creator>`,
    );
    expect(authors).toEqual([
      { name: 'Ann Lee', role: 'writer', sort: 'Lee, Ann' },
      { name: 'Bob Poe', role: 'penciller', sort: 'Poe, Bob' },
      { name: 'Cem Ray', role: 'writer' },
    ]);
    expect(
      inside(
        `<meta property="belongs-to-collection" id="c">The Sea</meta>
         <meta refines="#c" property="collection-type">series</meta>
         <meta refines="#c" property="file-as">Sea, The</meta>`,
      ),
    ).toMatchObject({ series: 'The Sea', series_sort: 'Sea, The' });
  });

  it('splits a single list of subjects, and takes catalogue headings for tags', () => {
    expect(inside('<subject>Manga; Drama, Manga</subject>').genres).toEqual(['Manga', 'Drama']);
    expect(inside('<subject>Whales -- Fiction</subject>')).toMatchObject({
      genres: [],
      tags: ['Whales -- Fiction'],
    });
  });

  it('takes the date of publication, and none that does not exist', () => {
    const events = '<date event="creation">2001</date><date event="publication">1999-05</date>';
    expect(inside(events).release_date).toBe('1999-05-01');
    expect(inside('<date>0101-01-01T00:00:00+00:00</date>').release_date).toBeNull();
    expect(inside('<date>May 1999</date>').release_date).toBeNull();
  });

  it('takes an ISBN only where its check digit is right', () => {
    expect(inside('<identifier>urn:isbn:978-3-16-148410-0</identifier>').isbn).toBe(
      '9783161484100',
    );
    expect(inside('<identifier scheme="ISBN">316148410X</identifier>').isbn).toBe('316148410X');
    expect(inside('<identifier>urn:isbn:9783161484101</identifier>').isbn).toBeNull();
  });

  it('reads a description of HTML as text', () => {
    const html = '&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;p&gt;Three&lt;script&gt;x&lt;/script&gt;';
    expect(inside(`<description>${html}</description>`).summary).toBe('One & two\nThree');
  });

  it('finds Dublin Core one level deeper, where the oldest books have it', () => {
    expect(inside('<dc-metadata><dc:Title>Old</dc:Title></dc-metadata>').title).toBe('Old');
  });

  it('is read in any encoding, and without the entities of its own', () => {
    const latin =
      '<?xml version="1.0" encoding="iso-8859-1"?><package><metadata><title>Été</title></metadata></package>';
    expect(read(Buffer.from(latin, 'latin1')).metadata.title).toBe('Été');
    const utf16 = Buffer.from(`\ufeff${latin.replace('iso-8859-1', 'utf-16')}`, 'utf16le');
    expect(read(utf16).metadata.title).toBe('Été');
    const entity =
      '<!DOCTYPE package [<!ENTITY own SYSTEM "file:///etc/passwd">]><package><metadata><title>A&own;&nbsp;B</title></metadata></package>';
    expect(read(Buffer.from(entity)).metadata.title).toBe('A B');
  });
});

describe('an age rating', () => {
  test.each([
    ['<meta property="schema:typicalAgeRange">9-12</meta>', 9],
    ['<meta name="schema:typicalAgeRange" content="16-"/>', 16],
    ['<meta property="schema:contentRating">FSK 12</meta>', 12],
    ['<meta property="dcterms:audience">Teen</meta>', 13],
    ['<dc:subject>Fantasy</dc:subject><dc:subject>PEGI 16</dc:subject>', 16],
    ['<dc:subject>Teen</dc:subject><dc:subject>Middle Ages</dc:subject>', null],
    ['<dc:title>Catch-22</dc:title>', null],
  ])('of %s is %s', (metadata, age) => {
    expect(inside(metadata).age_rating).toBe(age);
  });
});
