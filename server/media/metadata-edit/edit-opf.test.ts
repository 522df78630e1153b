import { expect, test } from 'vitest';

import { readOpf } from '../epub/opf-metadata.ts';
import { readXml } from '../epub/xml.ts';
import { editOpf } from './edit-opf.ts';

const epub3 = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="uid">urn:isbn:9780306406157</dc:identifier>
    <dc:title id="t">Old title</dc:title>
    <meta refines="#t" property="file-as">Title, Old</meta>
    <dc:creator id="a">Ann Author</dc:creator>
    <meta refines="#a" property="role" scheme="marc:relators">aut</meta>
    <meta refines="#a" property="file-as">Author, Ann</meta>
    <dc:creator id="b">Bob Drawer</dc:creator>
    <meta refines="#b" property="role" scheme="marc:relators">ill</meta>
    <dc:contributor>calibre (7.0)</dc:contributor>
    <dc:language>en</dc:language>
    <dc:subject>Crime</dc:subject>
    <dc:subject>Whales -- Fiction</dc:subject>
    <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
  </metadata>
  <manifest/><spine/>
</package>`;

const epub2 = `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:identifier id="uid">x</dc:identifier>
<dc:title>Old</dc:title>
<dc:creator opf:role="aut">Ann</dc:creator>
<dc:date opf:event="publication">1999-01-01</dc:date>
<meta name="calibre:series" content="Rivers"/>
<meta name="calibre:series_index" content="1"/>
</metadata><manifest/><spine/></package>`;

const read = (bytes: Buffer | null) => {
  const document = bytes && readXml(bytes);
  if (!document) throw new Error('There is no document');
  return readOpf(document.root);
};

test('EPUB 3: what is written is read again, and the rest stays', () => {
  const wanted = {
    title: 'New & better',
    authors: [
      { name: 'Ann Author', role: 'writer' },
      { name: 'Tom Translator', role: 'translator' },
    ],
    series: 'Rivers',
    number: 2.5,
    summary: 'A <b>summary &amp; more',
    genres: ['Noir'],
    publisher: 'Press',
    release_date: '2001-02-03',
  };
  const { bytes, changes, unwritable } = editOpf(Buffer.from(epub3), wanted);
  const text = bytes?.toString() ?? '';
  const { metadata, identifier } = read(bytes);
  expect(metadata).toMatchObject({ ...wanted, tags: ['Whales -- Fiction'], language: 'en' });
  expect(identifier).toBe('urn:isbn:9780306406157');
  expect(text).toContain('<meta refines="#a" property="file-as">Author, Ann</meta>');
  expect(text).toContain('<meta property="dcterms:modified">');
  expect(text).toContain('calibre (7.0)');
  expect(text).not.toMatch(/Bob|#b|Title, Old|#t/);
  expect(changes.map(({ field }) => field).sort()).toEqual(Object.keys(wanted).sort());
  expect(unwritable).toEqual([]);
});

test('EPUB 2: roles are attributes, and the series is told as calibre does', () => {
  const { bytes } = editOpf(Buffer.from(epub2), {
    authors: [
      { name: 'Ann', role: 'writer' },
      { name: 'Ed', role: 'editor' },
    ],
    number: 3,
    release_date: '2000-05-06',
    isbn: '9780306406157',
  });
  const text = bytes?.toString() ?? '';
  expect(text).toContain('<dc:contributor opf:role="edt">Ed</dc:contributor>');
  expect(text).toContain('<dc:date opf:event="publication">2000-05-06</dc:date>');
  expect(text).not.toContain('belongs-to-collection');
  expect(read(bytes).metadata).toMatchObject({
    series: 'Rivers',
    number: 3,
    isbn: '9780306406157',
    release_date: '2000-05-06',
  });
});

test('a series is left, and what OPF cannot hold is named', () => {
  const { bytes, unwritable } = editOpf(Buffer.from(epub2), {
    series: null,
    number: null,
    age_rating: 12,
    characters: ['Ishmael'],
  });
  expect(read(bytes).metadata).toMatchObject({ series: null, number: null });
  expect(unwritable.sort()).toEqual(['age_rating', 'characters']);
});

test.each(['', 'no XML', '<package/>', '<package><metadata/></package>', '<package><metadata>'])(
  'a document that cannot be edited is left alone: %j',
  (text) => {
    const { bytes, unwritable } = editOpf(Buffer.from(text), { title: 'New' });
    expect(bytes).toBeNull();
    expect(unwritable).toEqual(['title']);
  },
);
