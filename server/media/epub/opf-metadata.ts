import type { Author } from '../../../shared/schemas.ts';
import { ageRatingAmong, parseAgeRating } from '../age-ratings.ts';
import {
  parseDate,
  parseIsbn,
  parseLanguage,
  parseLinks,
  parseNumber,
} from '../comic-info/values.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../metadata.ts';
import { plainText } from './plain-text.ts';
import type { Layout, Publication } from './publication.ts';
import { attributeOf, elementsOf, textOf, type XmlElement } from './xml.ts';

/**
 * MARC relators mapped to the roles of ComicInfo; null for contributors to the file rather than the
 * work.
 */
const roles = new Map<string, string | null>(
  Object.entries({
    aut: 'writer',
    cre: 'writer',
    art: 'penciller',
    ill: 'penciller',
    ink: 'inker',
    clr: 'colorist',
    ltr: 'letterer',
    cov: 'cover',
    edt: 'editor',
    trl: 'translator',
    nrt: 'narrator',
    bkd: null,
    bkp: null,
    dtc: null,
    mdc: null,
    mrk: null,
    pbl: null,
    pfr: null,
    sht: null,
    trc: null,
    tyd: null,
  }),
);

/** The metadata of a package document with its refinements. */
interface Opf {
  /** Dublin Core elements of that name with a non-empty text. */
  all(name: string): { element: XmlElement; text: string }[];
  /** The value of a property that refines nothing: EPUB 3's first, then EPUB 2's. */
  property(name: string): string | null;
  /** All EPUB 3 properties of that name. */
  properties(name: string): { element: XmlElement; text: string }[];
  /** The refinement of an element: an attribute in EPUB 2, a separate property in EPUB 3. */
  refined(element: XmlElement, name: string): string | null;
}

const openOpf = (root: XmlElement): Opf => {
  const metadata = elementsOf(root, 'metadata')[0];
  // The first drafts of OPF, still in use, nest Dublin Core one level deeper.
  const groups = [
    metadata,
    ...['dc-metadata', 'x-metadata'].flatMap((name) => elementsOf(metadata, name)),
  ];
  const elements = groups.flatMap((group) => elementsOf(group));
  const metas = elements.filter(({ name }) => name === 'meta');
  const withText = (list: XmlElement[]) =>
    list.flatMap((element) => {
      const text = textOf(element);
      return text === null ? [] : { element, text };
    });
  const named = Map.groupBy(elements, ({ name }) => name.toLowerCase());
  const refining = Map.groupBy(metas, (meta) => attributeOf(meta, 'refines'));
  const properties = (name: string) =>
    withText((refining.get(null) ?? []).filter((meta) => attributeOf(meta, 'property') === name));
  return {
    all: (name) => withText(named.get(name) ?? []),
    properties,
    property: (name) =>
      properties(name)[0]?.text ??
      attributeOf(
        metas.find((meta) => attributeOf(meta, 'name') === name),
        'content',
      ),
    refined: (element, name) => {
      const id = attributeOf(element, 'id');
      const meta = (id === null ? [] : (refining.get(`#${id}`) ?? [])).find(
        (candidate) => attributeOf(candidate, 'property') === name,
      );
      return textOf(meta) ?? attributeOf(element, name);
    },
  };
};

/** The main title without the subtitle, which would make lists of titles unreadable. */
const readTitle = (opf: Opf): { title: string | null; title_sort: string | null } => {
  const titles = opf.all('title');
  const main =
    titles.find(({ element }) => opf.refined(element, 'title-type') === 'main') ?? titles[0];
  const sort = main && opf.refined(main.element, 'file-as');
  return {
    title: main?.text ?? opf.property('dcterms:title'),
    title_sort: sort ?? opf.property('calibre:title_sort'),
  };
};

/** The role of a MARC relator, or `fallback` for an unknown one; null for people who only made the file. */
export const authorRoleOf = (code: string | null, fallback: string): string | null => {
  const role = code === null ? undefined : roles.get(code.toLowerCase());
  return role === undefined ? fallback : role;
};

/** Whether a name for sorting names several people: calibre gives each author of a book that of all. */
const isOfSeveral = (sort: string): boolean => sort.includes(' & ');

const readAuthors = (opf: Opf): Author[] => {
  const creators = opf.all('creator');
  const people = [
    ...(creators.length > 0 ? creators : opf.properties('dcterms:creator')).map((creator) => ({
      ...creator,
      fallback: 'writer',
    })),
    ...opf.all('contributor').map((contributor) => ({ ...contributor, fallback: 'contributor' })),
  ];
  const authors = people.flatMap(({ element, text, fallback }) => {
    const role = authorRoleOf(opf.refined(element, 'role'), fallback);
    // Calibre adds itself as a contributor without a role.
    if (role === null || /^calibre \(/.test(text)) return [];
    const sort = opf.refined(element, 'file-as');
    return { name: text, role, ...(sort === null || isOfSeveral(sort) ? {} : { sort }) };
  });
  const unique = new Map(authors.map((author) => [`${author.role}\0${author.name}`, author]));
  return [...unique.values()];
};

/** EPUB 3's collection of the type series, otherwise calibre's. */
const readSeries = (
  opf: Opf,
): { series: string | null; series_sort?: string | null; number: number | null } => {
  const collection = opf
    .properties('belongs-to-collection')
    .find(({ element }) => opf.refined(element, 'collection-type') === 'series');
  if (collection) {
    const position = opf.refined(collection.element, 'group-position');
    return {
      series: collection.text,
      series_sort: opf.refined(collection.element, 'file-as'),
      number: parseNumber(position),
    };
  }
  const series = opf.property('calibre:series');
  const index = series === null ? null : opf.property('calibre:series_index');
  return { series, number: parseNumber(index) };
};

/** The date at the beginning of a text, such as `2014-02` of `2014-02-28T00:00`. */
export const dateOf = (text: string): string | null => {
  const match = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text);
  if (!match) return null;
  const [, year, month, day] = match;
  return parseDate(Number(year), month ? Number(month) : null, day ? Number(day) : null);
};

/** The date of publication, if EPUB 2 lists several kinds. */
const readDate = (opf: Opf): string | null => {
  const dates = opf.all('date');
  const published = dates.find(({ element }) =>
    /publication/i.test(attributeOf(element, 'event') ?? ''),
  );
  return dateOf((published ?? dates[0])?.text ?? '');
};

/** Subjects are genres; library catalogue headings (with `--`) are tags. */
export const sortSubjects = (subjects: readonly string[]): { genres: string[]; tags: string[] } => {
  // Some programs write the whole list into one element, separated like this.
  const parts = subjects.length === 1 ? (subjects[0] ?? '').split(/[,;]/) : subjects;
  const names = [...new Set(parts.map((name) => name.trim()).filter((name) => name !== ''))];
  const isHeading = (name: string) => name.includes('--');
  return { genres: names.filter((name) => !isHeading(name)), tags: names.filter(isHeading) };
};

const readSubjects = (opf: Opf) => sortSubjects(opf.all('subject').map(({ text }) => text));

/** EPUB 3 names an age range ("9-12") or a rating; otherwise a subject can be one. */
const readAgeRating = (opf: Opf): number | null =>
  ['schema:typicalAgeRange', 'schema:contentRating', 'dcterms:audience'].reduce<number | null>(
    (found, name) => found ?? parseAgeRating(opf.property(name)),
    null,
  ) ?? ageRatingAmong(readSubjects(opf).genres);

/** Calibre's, of ten steps. */
const readRating = (opf: Opf): number | null => {
  const steps = parseNumber(opf.property('calibre:rating'));
  return steps !== null && steps > 0 && steps <= 10 ? steps / 2 : null;
};

const readIsbn = (opf: Opf): string | null => {
  for (const { element, text } of opf.all('identifier')) {
    const scheme = attributeOf(element, 'scheme')?.toLowerCase();
    const named = /^(?:urn:)?isbn:?\s*(.+)$/i.exec(text)?.[1];
    const isbn = parseIsbn(named ?? (scheme === 'isbn' || /^97[89]/.test(text) ? text : null));
    if (isbn !== null) return isbn;
  }
  return null;
};

/** The contents of an EPUB's package document: metadata and rendering. */
export interface OpfDescription {
  metadata: EmbeddedMetadata;
  /** The package's unique identifier. */
  identifier: string | null;
  layout: Layout;
  spread: Publication['spread'];
  orientation: Publication['orientation'];
  /** Id of the cover image in EPUB 2. */
  coverId: string | null;
}

const readMetadata = (opf: Opf): EmbeddedMetadata => {
  const description = opf.all('description')[0]?.text ?? null;
  const languages = opf.all('language').map(({ text }) => parseLanguage(text));
  return {
    ...emptyMetadata,
    ...readTitle(opf),
    ...readSeries(opf),
    ...readSubjects(opf),
    authors: readAuthors(opf),
    publisher: opf.all('publisher')[0]?.text ?? opf.property('dcterms:publisher'),
    language: languages.find((language) => language !== null) ?? null,
    release_date: readDate(opf),
    summary: description === null ? null : plainText(description),
    isbn: readIsbn(opf),
    age_rating: readAgeRating(opf),
    community_rating: readRating(opf),
    web_links: parseLinks(
      ['identifier', 'source'].flatMap((name) => opf.all(name).map(({ text }) => text)).join(' '),
    ),
  };
};

/** Reads a package document (OPF 2 and 3). Invalid values are left out. */
export const readOpf = (root: XmlElement): OpfDescription => {
  const opf = openOpf(root);
  const rendition = (name: string) => opf.property(`rendition:${name}`);
  const direction = attributeOf(elementsOf(root, 'spine')[0], 'page-progression-direction');
  const id = attributeOf(root, 'unique-identifier');
  const identifiers = opf.all('identifier');
  // Before EPUB 3 defined one, Apple and calibre used a property of their own for fixed layout.
  const isFixed =
    rendition('layout') === 'pre-paginated' || opf.property('fixed-layout') === 'true';
  return {
    metadata: {
      ...readMetadata(opf),
      reading_direction: direction === 'rtl' || direction === 'ltr' ? direction : null,
    },
    identifier:
      (identifiers.find(({ element }) => attributeOf(element, 'id') === id) ?? identifiers[0])
        ?.text ?? null,
    layout: isFixed ? 'fixed' : 'reflowable',
    spread: oneOf(['none', 'auto', 'landscape', 'both'], rendition('spread')),
    orientation: oneOf(['auto', 'landscape', 'portrait'], rendition('orientation')),
    coverId: opf.property('cover'),
  };
};

const oneOf = <const Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | null => values.find((value) => value === text) ?? null;
