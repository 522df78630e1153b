import { expect, it, test } from 'vitest';

import { parseComicBookInfo } from './comic-book-info.ts';
import { parseCoMet } from './comet.ts';
import { parseMetronInfo } from './metron-info.ts';

const metron = (inside: string) =>
  parseMetronInfo(
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><MetronInfo>${inside}</MetronInfo>`),
  );

it('reads MetronInfo.xml', () => {
  const info = metron(`
    <Publisher id="1"><Name>Marvel</Name><Imprint id="2">Icon</Imprint></Publisher>
    <Series id="3" lang="de"><Name>Die Flüsse</Name><SortName>Flüsse</SortName><Volume>2</Volume>
      <Format>One-Shot</Format><IssueCount>50</IssueCount>
      <AlternativeNames><AlternativeName lang="en">The Rivers</AlternativeName></AlternativeNames>
    </Series>
    <Number>7</Number>
    <Stories><Story id="4">Part One</Story><Story>Part Two</Story></Stories>
    <Summary>Water.</Summary><CoverDate>2011-10-01</CoverDate><StoreDate>2011-08-31</StoreDate>
    <Genres><Genre id="5">Super-Hero</Genre><Genre>Crime, true</Genre></Genres>
    <Tags><Tag>Wet</Tag></Tags>
    <Arcs><Arc id="6"><Name>Origin</Name><Number>1</Number></Arc><Arc><Name>New</Name></Arc></Arcs>
    <Characters><Character>Aquaman</Character></Characters><Teams><Team>League</Team></Teams>
    <Locations><Location>Gotham</Location></Locations>
    <GTIN><ISBN>9783161484100</ISBN><UPC>76194130593600111</UPC></GTIN>
    <AgeRating>Teen Plus</AgeRating>
    <CommunityRating><AverageRating>4.5</AverageRating><RatingCount>9</RatingCount></CommunityRating>
    <URLs><URL primary="true">https://metron.cloud/a,b</URL><URL>javascript:alert(1)</URL></URLs>
    <Credits>
      <Credit><Creator id="7">Ann, Jr.</Creator><Roles><Role>Writer</Role><Role>Plot</Role><Role>Cover</Role></Roles></Credit>
      <Credit><Creator>Bob</Creator><Roles><Role>Associate Editor</Role></Roles></Credit>
      <Credit><Creator>Cy</Creator><Roles><Role>Publisher</Role></Roles></Credit>
    </Credits>`);
  expect(info).toMatchObject({
    title: 'Part One; Part Two',
    series: 'Die Flüsse',
    series_sort: 'Flüsse',
    localized_series: 'The Rivers',
    number: 7,
    volume: 2,
    count: 50,
    one_shot: true,
    summary: 'Water.',
    release_date: '2011-10-01',
    language: 'de',
    publisher: 'Marvel',
    imprint: 'Icon',
    genres: ['Super-Hero', 'Crime, true'],
    tags: ['Wet'],
    story_arcs: [
      { name: 'Origin', number: 1 },
      { name: 'New', number: null },
    ],
    characters: ['Aquaman'],
    teams: ['League'],
    locations: ['Gotham'],
    isbn: '9783161484100',
    age_rating: 16,
    community_rating: 4.5,
    web_links: [{ label: 'metron.cloud', url: 'https://metron.cloud/a,b' }],
    authors: [
      { name: 'Ann, Jr.', role: 'writer' },
      { name: 'Ann, Jr.', role: 'cover' },
      { name: 'Bob', role: 'editor' },
    ],
  });
});

it('prefers the volume of a manga and the title of a collection', () => {
  expect(
    metron(
      '<Series><Name>A</Name><Volume>1</Volume></Series><MangaVolume>3</MangaVolume><CollectionTitle>All</CollectionTitle><Stories><Story>One</Story></Stories>',
    ),
  ).toMatchObject({ volume: 3, title: 'All', language: null });
});

test.each([
  ['another document', '<ComicInfo><Title>A</Title></ComicInfo>'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><MetronInfo><Number>1</Number></MetronInfo>'],
  ['a document that is cut off', '<MetronInfo><Number>1</Num'],
])('takes no values from %s', (_, xml) => {
  expect(parseMetronInfo(Buffer.from(xml))).toBeNull();
});

it('reads CoMet.xml', () => {
  const xml = `<comet xmlns:comet="http://www.denvog.com/comet/"><title>T</title><series>S</series>
    <issue>4</issue><volume>2</volume><description>D</description><publisher>P</publisher>
    <date>2004-05</date><genre>Drama</genre><genre>Noir</genre><writer>W</writer><creator>C</creator>
    <coverDesigner>D</coverDesigner><readingDirection>rtl</readingDirection></comet>`;
  expect(parseCoMet(Buffer.from(xml))).toMatchObject({
    title: 'T',
    series: 'S',
    number: 4,
    volume: 2,
    summary: 'D',
    publisher: 'P',
    release_date: '2004-05-01',
    genres: ['Drama', 'Noir'],
    reading_direction: 'rtl',
    authors: [
      { name: 'W', role: 'writer' },
      { name: 'C', role: 'writer' },
      { name: 'D', role: 'cover' },
    ],
  });
});

it('reads ComicBookInfo, whatever is wrong in it', () => {
  const comment = {
    appID: 'ComicBookLover/888',
    'ComicBookInfo/1.0': {
      series: 'Watchmen',
      title: '',
      publicationMonth: 9,
      publicationYear: '1986',
      issue: 1,
      numberOfIssues: null,
      volume: 'x',
      credits: [
        { person: 'Moore, Alan', role: ' Writer ', primary: true },
        { person: ', ', role: 'Writer' },
        { person: 'Gibbons, Dave', role: ' ' },
      ],
      tags: ['', ' wet ', 7],
    },
  };
  expect(parseComicBookInfo(Buffer.from(JSON.stringify(comment)))).toMatchObject({
    series: 'Watchmen',
    title: null,
    number: 1,
    count: null,
    volume: null,
    release_date: '1986-09-01',
    tags: ['wet'],
    authors: [{ name: 'Alan Moore', role: 'writer' }],
  });
  expect(parseComicBookInfo(Buffer.from('{"ComicBookInfo/1.0": 7}'))).toBeNull();
  expect(parseComicBookInfo(Buffer.from('packed by hand'))).toBeNull();
});
