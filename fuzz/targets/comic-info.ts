import { parseComicInfo } from '../../server/media/comic-info/comic-info.ts';
import { entriesOf } from '../fixtures.ts';
import { must, type Target } from '../target.ts';

const sample = `<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Title>Part One</Title><Series>Saga &amp; Co.</Series><Number>12.5</Number><Count>20</Count>
  <Volume>2014</Volume><AlternateSeries>Event</AlternateSeries><AlternateNumber>½</AlternateNumber>
  <Summary><![CDATA[A <b>tale</b>]]></Summary><Notes>none</Notes>
  <Year>2014</Year><Month>2</Month><Day>29</Day>
  <Writer>Ann, Bob; Cid</Writer><Penciller>Ann</Penciller><Translator>Dee</Translator>
  <Publisher>Small &#169; Press</Publisher><Genre>Fantasy, Humor</Genre><Tags>cats</Tags>
  <Web>https://example.org/a https://example.net/b,</Web><PageCount>3</PageCount>
  <LanguageISO>pt_BR</LanguageISO><BlackAndWhite>Yes</BlackAndWhite><Manga>YesAndRightToLeft</Manga>
  <Characters>Pepper, Carrot</Characters><StoryArc>Potions, Contest</StoryArc>
  <StoryArcNumber>1, 2</StoryArcNumber><SeriesGroup>Hereva</SeriesGroup><AgeRating>Teen</AgeRating>
  <Pages><Page Image="0" Type="FrontCover" /><Page Image="1" DoublePage="true" Bookmark="x" /></Pages>
  <CommunityRating>4.5</CommunityRating><GTIN>978-3-16-148410-0</GTIN>
</ComicInfo>`;

const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(sample, 'utf16le')]);
const isFinite = (value: number | null) => value === null || Number.isFinite(value);

/** ComicInfo.xml in any encoding. */
export const target: Target = {
  seeds: () => [
    Buffer.from(sample),
    Buffer.from(sample.replace('utf-8', 'windows-1252'), 'latin1'),
    utf16,
    ...entriesOf('{library,faults/contents}/**/*.cbz', /comicinfo\.xml$/i, 16 * 1024),
    Buffer.from('<ComicInfo/>'),
    Buffer.from('<ComicInfo><Pages><Page/></Pages></ComicInfo>'),
  ],
  tokens: [
    ...[
      '<!DOCTYPE a [<!ENTITY b "c">]>',
      '&b;',
      '&#65;',
      '&#x10ffff;',
      '&amp;',
      '<![CDATA[',
      ']]>',
    ],
    ...[
      '<!--',
      '-->',
      '<?',
      '?>',
      '</',
      '/>',
      '<ComicInfo>',
      '</ComicInfo>',
      '<Number>',
      '="',
      "='",
    ],
    ...['__proto__', 'constructor', '<Page Image="1"/>', '9'.repeat(400), '-', '1e308', '½'],
    ...['encoding="utf-16"', 'encoding="shift_jis"', '\xff\xfe', '\xfe\xff', '\0'],
  ],
  run: (input) => {
    const info = parseComicInfo(input);
    if (info === null) return 'none';
    for (const name of ['number', 'volume', 'count', 'year', 'page_count'] as const) {
      must(isFinite(info[name]), `${name} is a number`);
    }
    must(
      info.release_date === null || /^\d{4}-\d\d-\d\d$/.test(info.release_date),
      'a date is one',
    );
    must(
      info.web_links.every(({ url }) => /^https?:\/\//.test(url)),
      'a link leads to the web',
    );
    must(Object.getPrototypeOf(info) === Object.prototype, 'no foreign prototype');
    // The stored JSON must not be much larger than the input.
    must(JSON.stringify(info).length < 64 * (input.length + 1024), 'no more text than was given');
    return Object.entries(info)
      .map(([, value]) => (value === null || (Array.isArray(value) && value.length === 0) ? 0 : 1))
      .join('');
  },
};
