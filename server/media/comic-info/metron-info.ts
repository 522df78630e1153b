import { parseAgeRating } from '../age-ratings.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';
import { getOwn } from '../../text/own-property.ts';
import {
  parseIsbn,
  parseIsoDate,
  parseLanguage,
  parseLinks,
  parseNumber,
  parseWhole,
} from './values.ts';
import {
  childOf,
  readRoot,
  childRecords,
  elementText,
  textsOf,
  type XmlRecord,
} from './xml-record.ts';

/** Roles of MetronInfo, in lower case, that have another name here; others keep theirs. */
const roles: Readonly<Record<string, string>> = {
  script: 'writer',
  story: 'writer',
  plot: 'writer',
  breakdowns: 'penciller',
  layouts: 'penciller',
  embellisher: 'inker',
  finishes: 'inker',
  'ink assists': 'inker',
  'color separations': 'colorist',
  'color assists': 'colorist',
  'color flats': 'colorist',
  'gray tone': 'colorist',
};

/** Roles in the publishing house, which say nothing about the making of a book. */
const management = /^(publisher|president|chief|executive producer|other)/;

const roleOf = (role: string): string | null => {
  const key = role.toLowerCase();
  if (management.test(key)) return null;
  return key.includes('editor') ? 'editor' : (getOwn(roles, key) ?? key);
};

const creditsOf = (root: XmlRecord): EmbeddedMetadata['authors'] =>
  childRecords(childOf(root, 'credits'), 'credit').flatMap((credit) => {
    const name = elementText(credit['creator']);
    const given = textsOf(childOf(credit, 'roles'), 'role').flatMap((role) => roleOf(role) ?? []);
    return name === null ? [] : [...new Set(given)].map((role) => ({ name, role }));
  });

/**
 * Parses MetronInfo.xml (metron-project.github.io/docs/metroninfo), versions 1.0 and 1.1. Returns
 * null as `parseComicInfo` does; never throws.
 */
export const parseMetronInfo = (
  bytes: Buffer,
  { comic_info_bytes: most }: Pick<Limits, 'comic_info_bytes'> = defaultLimits,
): EmbeddedMetadata | null => {
  if (bytes.length > most) return null;
  const root = readRoot(bytes, 'metroninfo');
  if (root === null) return null;
  const text = (name: string) => elementText(root[name]);
  const list = (name: string, item: string) => textsOf(childOf(root, name), item);
  const series = childOf(root, 'series');
  const publisher = childOf(root, 'publisher');
  const rating = parseNumber(elementText(childOf(root, 'communityrating')?.['averagerating']));
  const stories = list('stories', 'story');
  return {
    ...emptyMetadata,
    title: text('collectiontitle') ?? (stories.length === 0 ? null : stories.join('; ')),
    series: elementText(series?.['name']),
    series_sort: elementText(series?.['sortname']),
    localized_series: textsOf(childOf(series, 'alternativenames'), 'alternativename')[0] ?? null,
    number: parseNumber(text('number')),
    volume: parseNumber(text('mangavolume')) ?? parseNumber(elementText(series?.['volume'])),
    count:
      parseWhole(elementText(series?.['issuecount'])) ??
      parseWhole(elementText(series?.['volumecount'])),
    one_shot: /^one[\s_-]?shot$/i.test(elementText(series?.['format']) ?? ''),
    summary: text('summary'),
    release_date: parseIsoDate(text('coverdate')) ?? parseIsoDate(text('storedate')),
    language: parseLanguage(elementText(series?.['lang'])),
    authors: creditsOf(root),
    publisher: elementText(publisher?.['name']),
    imprint: elementText(publisher?.['imprint']),
    genres: list('genres', 'genre'),
    tags: list('tags', 'tag'),
    characters: list('characters', 'character'),
    teams: list('teams', 'team'),
    locations: list('locations', 'location'),
    story_arcs: childRecords(childOf(root, 'arcs'), 'arc').flatMap((arc) => {
      const name = elementText(arc['name']);
      return name === null ? [] : { name, number: parseNumber(elementText(arc['number'])) };
    }),
    age_rating: parseAgeRating(text('agerating')),
    isbn: parseIsbn(elementText(childOf(root, 'gtin')?.['isbn'])),
    web_links: list('urls', 'url').flatMap(parseLinks),
    community_rating: rating !== null && rating <= 5 ? rating : null,
  };
};
