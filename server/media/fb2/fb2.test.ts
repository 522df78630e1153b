import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readDerived, textOfHtml } from '../../testing/derived-book.ts';
import { pngPage } from '../../testing/zip.ts';
import { epubOf } from '../derived-epub/derive-epub.ts';
import { defaultLimits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { listFb2 } from './open-fb2.ts';

const folder = join(import.meta.dirname, '../../testing/ebooks');
const ledger = readFileSync(join(folder, 'ledger.fb2'));
const source = textOfHtml(readFileSync(join(folder, 'source/ledger.html'), 'utf8'));

const readAt = (file: Buffer) => (position: number, length: number) =>
  file.subarray(position, position + length);
const derive = (file: Buffer) => readDerived(epubOf(readAt(file), file.length, defaultLimits));

const book = (body: string, description = '') =>
  `<?xml version="1.0" encoding="utf-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<description><title-info>${description}</title-info></description>${body}
<binary id="lamp.png" content-type="image/png">${pngPage(20, 30).toString('base64')}</binary></FictionBook>`;

describe('a FictionBook', () => {
  it('of calibre has its metadata, its cover and the same text', async () => {
    expect(listFb2(readAt(ledger))).toMatchObject({
      title: 'The Ledger of Grey Point',
      authors: [
        { name: 'Ada Fenwick', role: 'writer' },
        { name: 'Jun Ōta', role: 'writer' },
      ],
      language: 'en',
      publisher: 'Harbour Press',
    });
    const { text, brokenLinks, listing, contents } = await derive(ledger);
    const words = (given: string) => given.replace(/[\s●•\d.]+/g, '');
    for (const sentence of [
      'A barge with cabbages came loose',
      'Naïve visitors took the columns',
    ]) {
      expect(text).toContain(sentence);
    }
    expect(words(text).length).toBeGreaterThan(words(source).length * 0.95);
    expect(brokenLinks).toEqual([]);
    expect(listing.cover?.filename).toMatch(/^image/);
    expect(contents).toContain('Weather');
  });

  it('becomes sections, poems, cites, tables, pictures and notes', async () => {
    const { files, text, contents, brokenLinks, listing, pictures } = await derive(
      Buffer.from(
        book(`<body><title><p>Title</p></title>
<section><title><p>One</p><p>or the other</p></title><p>Text<a l:href="#n1" type="note">1</a> &amp; more</p>
<poem><stanza><v>First line</v><v>Second line</v></stanza><text-author>A poet</text-author></poem>
<cite><p>Said <emphasis>somebody</emphasis></p></cite><empty-line/><image l:href="#lamp.png"/>
<table><tr><th colspan="2">Head</th></tr><tr><td>a</td><td>b</td></tr></table></section>
<section id="two"><title><p>Two</p></title><section><title><p>Inner</p></title><p>Deep <a l:href="#two">up</a></p></section></section>
</body><body name="notes"><section id="n1"><title><p>1</p></title><p>A note</p></section></body>`),
      ),
    );
    expect(text).toContain('First line Second line A poet Said somebody');
    expect(contents).toEqual(['One or the other', 'Two', 'Inner']);
    expect(brokenLinks).toEqual([]);
    expect(pictures).toBe(1);
    const markup = [...files.values()].join('');
    expect(markup).toContain('epub:type="noteref"');
    expect(markup).toContain('<th colspan="2">Head</th>');
    expect(listing.publication.spine.map(({ linear }) => linear)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(listing.pages).toHaveLength(3);
  });

  it('whose chapters are in their titles has them as texts', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `<p>Line ${index}</p>`).join('');
    const file = book(`<body><section><title>${lines}</title></section></body>`);
    const { contents, files, text } = await derive(Buffer.from(file));
    expect(contents).toEqual(['Line 0']);
    expect(files.get('part0001.xhtml')).toContain('<h2>Line 0</h2><p>Line 1</p>');
    expect(text).toContain('Line 7 Line 8');
  });

  it('has all that its description says', () => {
    const description = `<genre>sf</genre><genre>humor</genre><author><first-name>Ada</first-name>
<last-name>Fenwick</last-name></author><author><nickname>Gull</nickname></author><book-title>A &lt; B</book-title>
<annotation><p>One.</p><p>Two.</p></annotation><date value="2001-02-03">2001</date><lang>ru</lang>
<sequence name="Lamps" number="2"/><translator><last-name>Ōta</last-name></translator>`;
    expect(listFb2(readAt(Buffer.from(book('<body/>', description))))).toMatchObject({
      title: 'A < B',
      series: 'Lamps',
      number: 2,
      genres: ['sf', 'humor'],
      summary: 'One.\nTwo.',
      release_date: '2001-02-03',
      language: 'ru',
      authors: [
        { name: 'Ada Fenwick', role: 'writer' },
        { name: 'Gull', role: 'writer' },
        { name: 'Ōta', role: 'translator' },
      ],
    });
  });

  it('is read in Windows-1251', async () => {
    const text = book('<body><section><p>@</p></section></body>').replace('utf-8', 'windows-1251');
    // "Маяк", a lighthouse.
    const file = Buffer.from(text.replace('@', '\xcc\xe0\xff\xea'), 'latin1');
    expect((await derive(file)).text).toBe('Маяк');
  });

  it('loads nothing, whatever entities it declares', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE FictionBook [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">
<!ENTITY c SYSTEM "file:///etc/passwd">]><FictionBook><body><section><p>x&b;&c;y</p></section></body></FictionBook>`;
    expect((await derive(Buffer.from(bomb))).text).toBe('xy');
  });

  it('cut off at any place is read as far as it goes, or is damaged', async () => {
    for (let length = 0; length < ledger.length; length += 64) {
      const cut = ledger.subarray(0, length);
      const outcome = await derive(cut).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MediaError);
    }
  }, 60_000);
});
