import { ageRatingAmong, parseAgeRating } from '../age-ratings.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import {
  parseDate,
  parseIsbn,
  parseLanguage,
  parseLinks,
  parseList,
  parseNumber,
  parseWhole,
} from './values.ts';
import { childOf, readRoot, childRecords, elementText, type XmlRecord } from './xml-record.ts';

export interface ComicInfoPage {
  /** 0-indexed, in the order of the archive's pages. */
  image: number;
  type: string | null;
  /** Bytes of the image. */
  size: number | null;
}

/** ComicInfo.xml mapped to Octavo's fields. Any field can be unknown. */
export interface ComicInfo extends EmbeddedMetadata {
  pages: ComicInfoPage[];
}

/** Elements of ComicInfo, in lower case, with the roles of the people in them. */
export const comicInfoRoles: Readonly<Record<string, string>> = {
  writer: 'writer',
  penciller: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  coverartist: 'cover',
  editor: 'editor',
  translator: 'translator',
};

const parsePages = (pages: XmlRecord | null): ComicInfoPage[] =>
  childRecords(pages, 'page').flatMap((page) => {
    const attribute = (name: string) => elementText(page[name]);
    const image = parseWhole(attribute('image'));
    if (image === null) return [];
    return {
      image,
      type: attribute('type'),
      size: parseWhole(attribute('imagesize')),
    };
  });

/**
 * Parses ComicInfo.xml (2.1 and earlier, any encoding and letter case). Returns null for a file
 * that is too large, not well-formed or has a document type; an invalid value becomes null or is
 * left out. Never throws: bad metadata must not hide a book.
 */
export const parseComicInfo = (
  bytes: Buffer,
  { comic_info_bytes: most }: Pick<Limits, 'comic_info_bytes'> = defaultLimits,
): ComicInfo | null => {
  if (bytes.length > most) return null;
  const root = readRoot(bytes, 'comicinfo');
  if (root === null) return null;
  const text = (name: string): string | null => elementText(root[name]);
  const year = parseWhole(text('year'));
  const arcNumbers = parseList(text('storyarcnumber'));
  const arcs = parseList(text('storyarc')).map((name, index) => ({
    name,
    number: parseNumber(arcNumbers[index] ?? null),
  }));
  // The other series of a crossover; the book counts as a part of each.
  const crossover = parseList(text('alternateseries'))
    .filter((name) => !arcs.some((arc) => arc.name === name))
    .map((name) => ({ name, number: parseNumber(text('alternatenumber')) }));
  const teams = parseList(text('teams'));
  const main = text('maincharacterorteam');
  const rating = parseNumber(text('communityrating'));
  return {
    ...emptyMetadata,
    title: text('title'),
    series: text('series'),
    series_sort: text('seriessort'),
    localized_series: text('localizedseries'),
    title_sort: text('titlesort'),
    number: parseNumber(text('number')),
    volume: parseNumber(text('volume')),
    count: parseWhole(text('count')),
    summary: text('summary'),
    release_date: parseDate(year, parseWhole(text('month')), parseWhole(text('day'))),
    authors: Object.entries(comicInfoRoles).flatMap(([field, role]) =>
      parseList(text(field)).map((name) => ({ name, role })),
    ),
    publisher: text('publisher'),
    imprint: text('imprint'),
    genres: parseList(text('genre')),
    tags: parseList(text('tags')),
    web_links: parseLinks(text('web')),
    language: parseLanguage(text('languageiso')),
    one_shot: /^one[\s_-]?shot$/i.test(text('format') ?? ''),
    reading_direction: text('manga')?.toLowerCase() === 'yesandrighttoleft' ? 'rtl' : null,
    community_rating: rating !== null && rating <= 5 ? rating : null,
    // The main character comes first in the list.
    characters: [...new Set([...parseList(main), ...parseList(text('characters'))])].filter(
      (name) => name !== main || !teams.includes(name),
    ),
    teams,
    locations: parseList(text('locations')),
    story_arcs: [...arcs, ...crossover],
    age_rating: parseAgeRating(text('agerating')) ?? ageRatingAmong(parseList(text('tags'))),
    isbn: parseIsbn(text('gtin')),
    pages: parsePages(childOf(root, 'pages')),
  };
};
