import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';

import { parseComicInfo } from '../../media/comic-info/comic-info.ts';
import { csvLine } from '../exports/csv.ts';
import { readFeed } from '../release-sources/feed.ts';
import { readCbl } from './cbl.ts';
import { writeCbl } from './write-cbl.ts';
import { validateXml } from '../../testing/validate-xml.ts';

const laughs = Array.from(
  { length: 12 },
  (_, level) => `<!ENTITY l${level + 1} "${(level === 0 ? 'ha' : `&l${level};`).repeat(10)}">`,
).join('');
const secrets =
  '<!ENTITY e1 SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:9/"> %p;';
const doctypes = [
  ['a thousand million laughs', `<!DOCTYPE a [${laughs}]>`, '&l12;'],
  ['a file of this machine', `<!DOCTYPE a [${secrets}]>`, '&e1;'],
  ['a type from elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">', '&e1;'],
  ['an end within', `<!DOCTYPE a [<!ENTITY l12 "]>haha">]>`, '&l12;'],
] as const;
const innocent = (text: unknown): boolean => !/haha|root:/.test(JSON.stringify(text));

describe.each(doctypes)('a document type with %s says nothing', (_, doctype, entity) => {
  test('in a reading list', () => {
    const list = readCbl(
      `<?xml version="1.0"?>${doctype}<ReadingList><Name>N${entity}</Name><Books><Book Series="S${entity}" Number="1"/></Books></ReadingList>`,
    );
    expect(innocent(list)).toBe(true);
  });

  test('in a ComicInfo.xml', () => {
    const xml = `<?xml version="1.0"?>${doctype}<ComicInfo><Title>T${entity}</Title></ComicInfo>`;
    expect(innocent(parseComicInfo(Buffer.from(xml)))).toBe(true);
  });

  test('in a feed', () => {
    const xml = `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><title>C${entity}</title><item><title>T${entity}</title><guid>1</guid></item></channel></rss>`;
    let found: unknown = null;
    try {
      found = readFeed(xml);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    expect(innocent(found)).toBe(true);
  });
});

describe('names that every object has', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  test('are elements and attributes like others', () => {
    const inside = names.map((name) => `<${name} ${name}="1"><a>b</a></${name}>`).join('');
    readCbl(
      `<ReadingList ${names[0] ?? ''}="1"><Name>N</Name>${inside}<Books>${inside}</Books></ReadingList>`,
    );
    parseComicInfo(Buffer.from(`<ComicInfo>${inside}</ComicInfo>`));
    try {
      readFeed(`<rss version="2.0"><channel>${inside}<item>${inside}</item></channel></rss>`);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});

test('a reading list is as long as one may be, and no deeper than one is', () => {
  const many = '<Book Series="a" Number="1"/>'.repeat(10_001);
  const list = (books: string) =>
    `<ReadingList><Name>N</Name><Books>${books}</Books></ReadingList>`;
  expect(readCbl(list(many))).toMatchObject({ problem: 'too_long' });
  expect(readCbl(list('<a>'.repeat(50_000)))).toMatchObject({ problem: 'unreadable' });
});

test('a list that is written is the one that is read, whatever its books are called', () => {
  const hostile = `"/><Book Series="x"/>]]>&lt;<!--\u0000\u0008\u202e\ud800\ufffe'`;
  const xml = writeCbl(hostile, [
    {
      series_name: hostile,
      number: hostile,
      series_year: null,
      volume: 1,
      release_year: 2000,
      filename: `../../${hostile}`,
    } as unknown as Parameters<typeof writeCbl>[1][number],
  ]);
  expect(validateXml(xml)).toBe(true);
  const back = readCbl(xml);
  expect('entries' in back ? back.entries : back).toEqual([
    {
      series: expect.stringContaining('"/><Book Series="x"/>') as string,
      number: expect.any(String) as string,
      volume: 1,
      year: 2000,
      file_name: expect.any(String) as string,
    },
  ]);
  expect(new XMLParser().parse(xml)).toHaveProperty('ReadingList');
});

test.each([
  '=cmd|"/c calc"!A1',
  '\u0000=1',
  '\u200b=1',
  '\ufeff=1',
  '\u00a0=1',
  '\u2028=1',
  '\u202e=1',
  '\u00ad@SUM(1)',
  '\u000b=1',
  '\u001b+1',
  '\n=1',
  '"=1',
  ';=1',
  ',=1',
  '%0A=1',
  '﹦1',
  '﹢1',
])('no spreadsheet takes %j for a formula', (text) => {
  for (const cell of [text, [text]]) {
    const line = csvLine([cell]).slice(0, -2);
    const inside = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
    const seen = inside.replace(/^[\p{Cf}\p{Cc}\p{Z}]+/u, '');
    expect(seen).not.toMatch(/^[=+\-@|＝＋－＠﹦﹢]/u);
    expect(line).not.toContain('\0');
    // Some locales separate cells by semicolons.
    expect(/[,;"]/.test(inside) && !line.startsWith('"')).toBe(false);
  }
});

test.each(['javascript:hit()//a.cbz', 'data:text/html,x', 'file:///etc/a.cbz', 'ftp://a/a.cbz'])(
  'a feed gives out no address like %s',
  (url) => {
    const rss = readFeed(
      `<rss version="2.0"><channel><title>a</title><item><title>T</title><link>${url}</link><guid>${url}</guid><enclosure url="${url}" type="application/zip" length="1"/></item></channel></rss>`,
    );
    const atom = readFeed(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>a</title><entry><title>T</title><id>1</id><link href="${url}"/><link rel="enclosure" href="${url}"/></entry></feed>`,
    );
    for (const { items } of [rss, atom]) expect(items).toMatchObject([{ page: null, media: null }]);
  },
);
