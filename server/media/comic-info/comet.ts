import { defaultLimits, type Limits } from '../limits.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';
import { comicInfoRoles } from './comic-info.ts';
import { parseIsbn, parseIsoDate, parseLanguage, parseNumber } from './values.ts';
import { readRoot, elementText, textsOf } from './xml-record.ts';

const roles: Readonly<Record<string, string>> = {
  ...comicInfoRoles,
  creator: 'writer',
  coverdesigner: 'cover',
};

/**
 * Parses CoMet.xml (denvog.com/comet), which older programs write. Returns null as `parseComicInfo`
 * does; never throws.
 */
export const parseCoMet = (
  bytes: Buffer,
  { comic_info_bytes: most }: Pick<Limits, 'comic_info_bytes'> = defaultLimits,
): EmbeddedMetadata | null => {
  if (bytes.length > most) return null;
  const root = readRoot(bytes, 'comet');
  if (root === null) return null;
  const text = (name: string) => elementText(root[name]);
  return {
    ...emptyMetadata,
    title: text('title'),
    series: text('series'),
    number: parseNumber(text('issue')),
    volume: parseNumber(text('volume')),
    summary: text('description'),
    publisher: text('publisher'),
    release_date: parseIsoDate(text('date')),
    genres: textsOf(root, 'genre'),
    characters: textsOf(root, 'character'),
    language: parseLanguage(text('language')),
    isbn: parseIsbn(text('identifier')),
    reading_direction: text('readingdirection')?.toLowerCase() === 'rtl' ? 'rtl' : null,
    authors: Object.entries(roles).flatMap(([element, role]) =>
      textsOf(root, element).map((name) => ({ name, role })),
    ),
  };
};
