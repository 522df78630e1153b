import { parseAgeRating } from '../age-ratings.ts';
import { comicInfoRoles, parseComicInfo } from '../comic-info/comic-info.ts';
import { decodeXml } from '../comic-info/decode.ts';
import { toWellFormed } from '../comic-info/well-formed.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { emptyMetadata } from '../metadata.ts';
import {
  type DocumentEdit,
  editDocument,
  type WritableField,
  type WritableMetadata,
} from './document-edit.ts';
import { escapeXml } from '../../text/escape-xml.ts';
import {
  applySplices,
  indentOf,
  readSpans,
  type Splice,
  toUtf8,
  withIndent,
  type XmlSpan,
} from './xml-spans.ts';

/**
 * The elements of ComicInfo 2.1 in the order of its schema
 * (anansi-project.github.io/docs/comicinfo/schemas/v2.1).
 */
const schemaOrder = [
  ...['Title', 'Series', 'Number', 'Count', 'Volume', 'AlternateSeries', 'AlternateNumber'],
  ...['AlternateCount', 'Summary', 'Notes', 'Year', 'Month', 'Day', 'Writer', 'Penciller', 'Inker'],
  ...['Colorist', 'Letterer', 'CoverArtist', 'Editor', 'Translator', 'Publisher', 'Imprint'],
  ...['Genre', 'Tags', 'Web', 'PageCount', 'LanguageISO', 'Format', 'BlackAndWhite', 'Manga'],
  ...['Characters', 'Teams', 'Locations', 'ScanInformation', 'StoryArc', 'StoryArcNumber'],
  ...['SeriesGroup', 'AgeRating', 'Pages', 'CommunityRating', 'MainCharacterOrTeam', 'Review'],
  'GTIN',
].map((name) => ({ name, key: name.toLowerCase() }));

const rankOf = (key: string): number => {
  const rank = schemaOrder.findIndex((element) => element.key === key);
  return rank < 0 ? schemaOrder.length : rank;
};

/** The ratings of the schema with their ages, in years, ascending. */
const ageRatings = [
  ...['Everyone', 'Early Childhood', 'Kids to Adults', 'PG', 'Everyone 10+', 'Teen', 'MA15+'],
  ...['Mature 17+', 'Adults Only 18+'],
].map((name) => ({ name, age: parseAgeRating(name) ?? 0 }));

/** An age between two ratings gets the higher one, because a rating is there to protect. */
const ageRatingFor = (age: number): string =>
  (ageRatings.find((rating) => rating.age >= age) ?? ageRatings.at(-1))?.name ?? 'Unknown';

/** New contents of elements, by their name in lower case; null removes an element. */
type Contents = Record<string, string | null>;

const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.join(', ');

const numberText = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

const dateContents = (date: string | null): Contents => {
  const [year, month, day] = date === null ? [] : date.split('-').map(Number);
  return { year: numberText(year), month: numberText(month), day: numberText(day) };
};

const authorContents = (authors: WritableMetadata['authors'] & {}): Contents =>
  Object.fromEntries(
    Object.entries(comicInfoRoles).map(([key, role]) => [
      key,
      joined(authors.filter((author) => author.role === role).map(({ name }) => name)),
    ]),
  );

const arcContents = (arcs: WritableMetadata['story_arcs'] & {}): Contents => {
  const numbers = arcs.map(({ number }) => numberText(number));
  return {
    storyarc: joined(arcs.map(({ name }) => name)),
    storyarcnumber: numbers.includes(null) ? null : joined(numbers.filter((text) => text !== null)),
    // The other series of a crossover is read as an arc, too.
    alternateseries: null,
    alternatenumber: null,
  };
};

const contentsOf = (wanted: WritableMetadata): Contents => {
  const contents: Contents = {};
  const put = <Field extends WritableField>(
    field: Field,
    toContents: (value: Exclude<WritableMetadata[Field], undefined>) => Contents,
  ) => {
    const value = wanted[field];
    if (value !== undefined)
      Object.assign(contents, toContents(value as Exclude<WritableMetadata[Field], undefined>));
  };
  put('title', (title) => ({ title }));
  put('series', (series) => ({ series }));
  put('number', (value) => ({ number: numberText(value) }));
  put('volume', (value) => ({ volume: numberText(value) }));
  put('count', (value) => ({ count: numberText(value) }));
  put('summary', (summary) => ({ summary }));
  put('release_date', dateContents);
  put('authors', authorContents);
  put('publisher', (publisher) => ({ publisher }));
  put('imprint', (imprint) => ({ imprint }));
  put('genres', (names) => ({ genre: joined(names) }));
  put('tags', (names) => ({ tags: joined(names) }));
  put('web_links', (links) => ({
    web: links.length === 0 ? null : links.map(({ url }) => url).join(' '),
  }));
  put('language', (language) => ({ languageiso: language }));
  put('reading_direction', (direction) => ({
    manga: direction === 'rtl' ? 'YesAndRightToLeft' : null,
  }));
  // The main character is read as the first one.
  put('characters', (names) => ({ characters: joined(names), maincharacterorteam: null }));
  put('teams', (names) => ({ teams: joined(names) }));
  put('locations', (names) => ({ locations: joined(names) }));
  put('story_arcs', arcContents);
  put('age_rating', (age) => ({ agerating: age === null ? null : ageRatingFor(age) }));
  put('isbn', (isbn) => ({ gtin: isbn }));
  return contents;
};

const emptyDocument =
  '<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n</ComicInfo>\n';

const spliceFor = (
  text: string,
  children: readonly XmlSpan[],
  { key, content, end }: { key: string; content: string | null; end: number },
): Splice[] => {
  const [present, ...others] = children.filter(({ name }) => name.toLowerCase() === key);
  const removed = (content === null && present ? [present, ...others] : others).map((span) => ({
    ...withIndent(text, span),
    text: '',
  }));
  if (content === null) return removed;
  if (present) {
    const { name, start } = present;
    return [
      ...removed,
      { start, end: present.end, text: `<${name}>${escapeXml(content)}</${name}>` },
    ];
  }
  const rank = rankOf(key);
  const name = schemaOrder[rank]?.name ?? key;
  const next = children.find((child) => rankOf(child.name.toLowerCase()) > rank);
  const element = `<${name}>${escapeXml(content)}</${name}>`;
  if (next)
    return [
      ...removed,
      { start: next.start, end: next.start, text: element + indentOf(text, next.start) },
    ];
  const last = children.at(-1);
  const indent = last ? indentOf(text, last.start) : '\n  ';
  const position = last?.end ?? end;
  return [...removed, { start: position, end: position, text: indent + element }];
};

const rewriteComicInfo = (source: string, wanted: WritableMetadata): Buffer | null => {
  const root = readSpans(source);
  if (root === null || root.name.toLowerCase() !== 'comicinfo') return null;
  // `<ComicInfo/>` has no place for elements.
  if (root.inner === null) return rewriteComicInfo(emptyDocument, wanted);
  const { children, inner } = root;
  const end = withIndent(source, { start: inner.end, end: inner.end }).start;
  const ordered = Object.entries(contentsOf(wanted)).sort(([a], [b]) => rankOf(a) - rankOf(b));
  const splices = ordered.flatMap(([key, content]) =>
    spliceFor(source, children, { key, content, end: Math.max(end, inner.start) }),
  );
  return toUtf8(applySplices(source, splices));
};

/**
 * Edits ComicInfo.xml, or writes a new one (`bytes` is null) by version 2.1 of its schema. Only the elements
 * of changed fields are touched; unknown ones, pages and comments stay. A file that is not ComicInfo is
 * replaced.
 */
export const editComicInfo = (
  bytes: Buffer | null,
  wanted: WritableMetadata,
  limits: Pick<Limits, 'comic_info_bytes'> = defaultLimits,
): DocumentEdit => {
  const known = bytes && parseComicInfo(bytes, limits);
  const source = (bytes && known && toWellFormed(decodeXml(bytes))) ?? emptyDocument;
  return editDocument(known ?? emptyMetadata, wanted, {
    rewrite: (fields) =>
      rewriteComicInfo(source, fields) ?? rewriteComicInfo(emptyDocument, { ...known, ...fields }),
    read: (written) => parseComicInfo(written, limits),
    isCloseEnough: (field, age, found) =>
      field === 'age_rating' && typeof age === 'number' && typeof found === 'number' && found > age,
  });
};
