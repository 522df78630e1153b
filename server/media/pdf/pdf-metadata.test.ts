import { describe, expect, test } from 'vitest';

import { emptyMetadata } from '../metadata.ts';
import { pdfMetadata } from './pdf-metadata.ts';
import { findXmp, parseXmp } from './xmp.ts';

const nothing = { Title: '', Author: '', Subject: '', Keywords: '' };
const path = '/books/Saga 003.pdf';
const fromInfo = (info: Partial<typeof nothing>) =>
  pdfMetadata({ ...nothing, ...info }, null, path);

const packet = (properties: string) =>
  Buffer.from(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="A program"/>
    <rdf:Description rdf:about="">${properties}</rdf:Description>
    </rdf:RDF></x:xmpmeta>   <?xpacket end="w"?>`);
const fromXmp = (properties: string) => {
  const found = findXmp(packet(properties));
  return found && parseXmp(found);
};

describe('the information of a PDF', () => {
  test('names title, authors, summary and tags', () => {
    expect(
      fromInfo({
        Title: 'The Potion Contest\0',
        Author: 'David Revoy; Alex Gryson',
        Subject: 'A contest.',
        Keywords: 'fantasy, cats; fantasy',
      }),
    ).toEqual({
      ...emptyMetadata,
      title: 'The Potion Contest',
      authors: [
        { name: 'David Revoy', role: 'writer' },
        { name: 'Alex Gryson', role: 'writer' },
      ],
      summary: 'A contest.',
      tags: ['fantasy', 'cats'],
    });
  });

  test.each([
    'untitled',
    'Untitled-3',
    'Microsoft Word - Document1',
    'Microsoft Word - chapter 4.doc',
    'layout_final.indd',
    'C:\\Users\\me\\scan',
    'https://example.org',
    'a3f0c8d2e4b6a8c0',
    '0012',
    'Saga 003',
    'SAGA 003.pdf',
  ])('has no title in what a program wrote: %s', (Title) => {
    expect(fromInfo({ Title }).title).toBeNull();
  });

  test.each([
    'Document of the Dead',
    'Untitled Goose',
    'Scanner Darkly',
    '2001 Nights',
    '沈黙の艦隊',
  ])('has a title in what resembles that: %s', (Title) => {
    expect(fromInfo({ Title }).title).toBe(Title);
  });

  test.each([
    ['Alan Moore & Dave Gibbons', ['Alan Moore', 'Dave Gibbons']],
    ['Alan Moore, Dave Gibbons', ['Alan Moore', 'Dave Gibbons']],
    ['Moore, Alan', ['Moore, Alan']],
    ['Administrator', []],
    ['https://imagemagick.org', []],
  ])('names as authors of %s', (Author, names) => {
    expect(fromInfo({ Author }).authors.map(({ name }) => name)).toEqual(names);
  });
});

describe('XMP', () => {
  test('is understood with its lists, languages and the series of calibre', () => {
    expect(
      fromXmp(`
        <dc:title><rdf:Alt><rdf:li xml:lang="de">Zwei</rdf:li><rdf:li xml:lang="x-default">Two &amp; more</rdf:li></rdf:Alt></dc:title>
        <dc:creator><rdf:Seq><rdf:li>First Author</rdf:li><rdf:li>Second Author</rdf:li></rdf:Seq></dc:creator>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">What happens.</rdf:li></rdf:Alt></dc:description>
        <dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>
        <dc:language><rdf:Bag><rdf:li>de-de</rdf:li></rdf:Bag></dc:language>
        <dc:publisher><rdf:Bag><rdf:li>A House</rdf:li></rdf:Bag></dc:publisher>
        <dc:date><rdf:Seq><rdf:li>2015-03-29T00:00:00+01:00</rdf:li></rdf:Seq></dc:date>
        <xmp:CreateDate>2024-01-01</xmp:CreateDate>
        <xmp:Identifier><rdf:Bag><rdf:li rdf:parseType="Resource"><xmpidq:Scheme>isbn</xmpidq:Scheme><rdf:value>978-3-16-148410-0</rdf:value></rdf:li></rdf:Bag></xmp:Identifier>
        <calibre:series rdf:parseType="Resource"><rdf:value>The Series</rdf:value><calibreSI:series_index>2.50</calibreSI:series_index></calibre:series>`),
    ).toEqual({
      ...emptyMetadata,
      title: 'Two & more',
      series: 'The Series',
      number: 2.5,
      release_date: '2015-03-29',
      language: 'de-DE',
      summary: 'What happens.',
      authors: [
        { name: 'First Author', role: 'writer' },
        { name: 'Second Author', role: 'writer' },
      ],
      publisher: 'A House',
      tags: ['one', 'two'],
      isbn: '9783161484100',
    });
  });

  test('names the issue of a magazine', () => {
    expect(
      fromXmp(`<prism:publicationName>Monthly</prism:publicationName><prism:number>7</prism:number>
        <prism:volume>12</prism:volume><prism:coverDate>2020-05</prism:coverDate>`),
    ).toMatchObject({ series: 'Monthly', number: 7, volume: 12, release_date: '2020-05-01' });
  });

  test('counts before the information, which fills its gaps', () => {
    const xmp = fromXmp('<dc:title>From XMP</dc:title>');
    const info = { ...nothing, Title: 'From information', Author: 'Some Body' };
    expect(pdfMetadata(info, xmp, path)).toMatchObject({
      title: 'From XMP',
      authors: [{ name: 'Some Body' }],
    });
  });

  test('is that of the document, the newest, and not that of a picture', () => {
    const picture = Buffer.from(
      '<?xpacket begin=""?><rdf:RDF><rdf:Description><dc:title>Sunset</dc:title></rdf:Description></rdf:RDF><?xpacket end="w"?>',
    );
    const old = packet('<dc:title>Old</dc:title>');
    const fresh = packet('<dc:title>New</dc:title>');
    const found = findXmp(Buffer.concat([old, fresh, picture]));
    expect(found && parseXmp(found)?.title).toBe('New');
    expect(findXmp(picture)).toBeNull();
    expect(findXmp(fresh.subarray(0, fresh.length - 30))).toBeNull();
  });

  test.each([
    ['an entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><x:xmpmeta/>'],
    ['no XML', 'text'],
    ['half an element', '<x:xmpmeta><rdf:RDF><rdf:Description'],
    ['nothing', ''],
  ])('says nothing and does no harm with %s', (_, text) => {
    expect(parseXmp(Buffer.from(text))).toBeNull();
  });
});
