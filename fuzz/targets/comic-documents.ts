import { parseCoMet } from '../../server/media/comic-info/comet.ts';
import { parseComicBookInfo } from '../../server/media/comic-info/comic-book-info.ts';
import { parseMetronInfo } from '../../server/media/comic-info/metron-info.ts';
import { checkMetadata, xmlTokens } from '../metadata-rules.ts';
import { must, type Target } from '../target.ts';

const metron = `<?xml version="1.0" encoding="UTF-8"?>
<MetronInfo><IDS><ID source="Metron" primary="true">1</ID></IDS>
  <Publisher id="1"><Name>Small &#169; Press</Name><Imprint id="2">Icon</Imprint></Publisher>
  <Series id="3" lang="de"><Name>Flüsse &amp; Co.</Name><SortName>Flüsse</SortName><Volume>2</Volume>
    <Format>One-Shot</Format><IssueCount>50</IssueCount><VolumeCount>3</VolumeCount>
    <AlternativeNames><AlternativeName lang="en">Rivers</AlternativeName></AlternativeNames></Series>
  <MangaVolume>4</MangaVolume><CollectionTitle>All</CollectionTitle><Number>7.5</Number>
  <Stories><Story id="4">One</Story><Story>Two</Story></Stories><Summary><![CDATA[A <b>]]></Summary>
  <CoverDate>2011-10-01</CoverDate><StoreDate>2011-08-31</StoreDate><PageCount>3</PageCount>
  <Genres><Genre id="5">Super-Hero</Genre></Genres><Tags><Tag>Wet</Tag></Tags>
  <Arcs><Arc id="6"><Name>Origin</Name><Number>1</Number></Arc><Arc><Name>New</Name></Arc></Arcs>
  <Characters><Character>Ann</Character></Characters><Teams><Team>League</Team></Teams>
  <Locations><Location>Gotham</Location></Locations><AgeRating>Teen Plus</AgeRating>
  <GTIN><ISBN>9783161484100</ISBN><UPC>76194130593600111</UPC></GTIN>
  <CommunityRating><AverageRating>4.5</AverageRating></CommunityRating>
  <URLs><URL primary="true">https://example.org/a,b</URL><URL>javascript:alert(1)</URL></URLs>
  <Credits><Credit><Creator id="7">Ann, Jr.</Creator><Roles><Role>Plot</Role></Roles></Credit></Credits>
</MetronInfo>`;

const comet = `<?xml version="1.0" encoding="UTF-8"?>
<comet xmlns="http://www.denvog.com/comet/"><title>One</title><series>Saga</series><issue>7</issue>
  <volume>2</volume><description>Water.</description><publisher>Small</publisher><date>2011-8-31</date>
  <genre>Crime</genre><character>Ann</character><language>en</language><price>2.99</price>
  <identifier>9783161484100</identifier><readingDirection>rtl</readingDirection><rating>Teen</rating>
  <creator>Ann</creator><coverDesigner>Bob</coverDesigner><penciller>Cy</penciller></comet>`;

const bookInfo = JSON.stringify({
  appID: 'ComicBookLover/888',
  lastModified: '2009-10-25 14:51:31 +0000',
  'ComicBookInfo/1.0': {
    series: 'Watchmen',
    title: 'At Midnight',
    publisher: 'DC Comics',
    publicationMonth: 9,
    publicationYear: '1986',
    issue: 1,
    numberOfIssues: 12,
    volume: '1',
    genre: 'Superhero',
    comments: 'Tales of…',
    rating: 5,
    credits: [{ person: 'Moore, Alan', role: 'Writer', primary: 'YES' }],
    tags: ['Rorschach', ''],
  },
});

const parsers = {
  metron: parseMetronInfo,
  comet: parseCoMet,
  bookInfo: parseComicBookInfo,
};

/** MetronInfo.xml, CoMet.xml and ComicBookInfo. */
export const target: Target = {
  seeds: () => [
    ...[metron, comet, bookInfo].map((text) => Buffer.from(text)),
    Buffer.from(metron.replace('UTF-8', 'windows-1252'), 'latin1'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(comet, 'utf16le')]),
  ],
  tokens: [
    ...xmlTokens,
    ...['<MetronInfo>', '</MetronInfo>', '<comet>', '</comet>', '<Number>', '<Roles>', '<Role/>'],
    ...[
      '"ComicBookInfo/1.0":',
      '"credits":[',
      '"person":',
      '"role":',
      '"tags":',
      '":{',
      '[]',
      '{}',
    ],
    ...['9'.repeat(400), '-1', '1e308', '1e999', '½', 'null', '""', '\\u0000', '\\ud800', '2011-'],
  ],
  run: (input) =>
    Object.entries(parsers)
      .map(([name, parse]) => {
        const info = parse(input);
        if (info === null) return '';
        for (const text of [info.title, info.series, info.summary, info.publisher]) {
          must(text === null || text.trim() !== '', 'a text is not empty');
        }
        must(
          [...info.genres, ...info.tags].every((value) => value.trim() !== ''),
          'a value is not empty',
        );
        must(
          info.authors.every((author) => author.name.trim() !== '' && author.role.trim() !== ''),
          'a credit has a name and a role',
        );
        return `${name} ${checkMetadata(info, input)}`;
      })
      .join(','),
};
