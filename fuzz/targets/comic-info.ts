import { parseComicInfo } from '../../server/media/comic-info/comic-info.ts';
import { entriesOf } from '../fixtures.ts';
import { checkMetadata, xmlTokens } from '../metadata-rules.ts';
import type { Target } from '../target.ts';

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
    ...xmlTokens,
    ...['<ComicInfo>', '</ComicInfo>', '<Number>', '<Page Image="1"/>'],
    ...['9'.repeat(400), '-', '1e308', '½'],
  ],
  run: (input) => {
    const info = parseComicInfo(input);
    return info === null ? 'none' : checkMetadata(info, input);
  },
};
