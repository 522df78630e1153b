import { basename, extname } from 'node:path';

import {
  findBareNumber,
  findMarkers,
  findPart,
  firstMarker,
  type Marker,
  type Span,
} from './markers.ts';
import { takeTags } from './tags.ts';

/** What a file name says, as far as it says it. */
export interface ParsedName {
  /** Empty when neither the name nor a folder names a series. */
  series: string;
  /** What stands behind the numbers. */
  title: string | null;
  volume: number | null;
  /** Last of a span "v01-04"; equal to `volume` otherwise. */
  volume_end: number | null;
  chapter: number | null;
  chapter_end: number | null;
  /** What orders the book in its series: chapter or issue, else volume. */
  number: number | null;
  /** How many issues there are, "(of 6)". */
  count: number | null;
  year: number | null;
  language: string | null;
  group: string | null;
  /** Marked as standing beside the numbering: "SP01". */
  special: boolean;
  edition: string | null;
}

/** A volume to be numbered later. */
const unknownVolume = /(?<![\p{L}\p{N}])vol(?:ume)?[.\s]*tbd(?![\p{L}\p{N}])/iu;
const specialMarker = /(?<![\p{L}\p{N}])SP\d{1,3}(?![\p{L}\p{N}])/u;
const editions =
  /(?<![\p{L}\p{N}])((?:omnibus|deluxe|collector'?s|anniversary|ultimate|complete|perfect|kanzenban)(?: edition)?|uncensored)(?![\p{L}\p{N}])/iu;
const extensions = /^\.(cb[a-z0-9]|zip|rar|7z|tar|epub|pdf|jpe?g|png|webp|gif|avif)$/i;

/** Folders that sort books inside a series and name none. */
const generic =
  /^(specials?|extras?|omakes?|artbooks?|art books?|bonus|side stories|oneshots?|one-shots?|annuals?|covers?)$/i;

/** Whether a folder is called like a part of a series ("Specials"), not like one. */
export const isGenericFolder = (folder: string): boolean => generic.test(folder.trim());

const withoutExtension = (filename: string): string => {
  const extension = extname(filename);
  return extensions.test(extension) ? basename(filename, extension) : filename;
};

/** Underscores are blanks; so are full stops where there is no blank at all. */
export const toWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return (/\s/.test(words.trim()) ? words : words.replace(/(?<!\d)\.|\.(?!\d)/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
};

/** Removes the punctuation that stood between a title and what was cut away. */
export const trimTitle = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:,;~]+/, '')
    .replace(/[\s\-–—:,;~#]+$/, '')
    .trim();

/** A series name without the years and tags of its folder: "Science Comics (1946)" is "Science Comics". */
export const cleanSeriesName = (folder: string): { name: string; year: number | null } => {
  const { rest, tags } = takeTags(toWords(folder));
  const name = trimTitle(rest);
  return { name: name === '' ? folder : name, year: tags.year };
};

interface Numbers {
  markers: Marker[];
  volume: Span | null;
  chapter: Span | null;
}

const readNumbers = (text: string, numbering: string[], issue: number | null): Numbers => {
  const markers = findMarkers(text);
  const inTags = numbering.flatMap(findMarkers);
  const volume = [...markers, ...inTags].find(({ kind }) => kind === 'volume')?.span ?? null;
  let chapter = [...markers, ...inTags].find(({ kind }) => kind === 'chapter')?.span ?? null;
  if (chapter === null && issue !== null) chapter = { first: issue, last: issue };
  if (chapter === null) {
    const behind = markers.find(({ kind }) => kind === 'volume')?.end ?? 0;
    const bare = findBareNumber(text, behind) ?? findPart(text);
    // Behind a volume only a number that follows at once is a chapter; the rest is a title.
    if (bare && (behind === 0 || /^[\s-]*$/.test(text.slice(behind, bare.start)))) {
      markers.push(bare);
      chapter = bare.span;
    }
  }
  return { markers: markers.sort((a, b) => a.start - b.start), volume, chapter };
};

/** Text before the first number is the series, text behind the last one the title. */
const splitAround = (text: string, markers: Marker[]): { series: string; title: string | null } => {
  const first = markers[0];
  const last = markers.at(-1);
  if (!first || !last) {
    // "04 - Asterix the Gladiator": a number in front orders files and is no part of the name.
    return { series: trimTitle(text.replace(/^\d{1,3}(\s-\s|\.\s)/, '')), title: null };
  }
  const title = trimTitle(text.slice(last.end));
  const word = firstMarker(text);
  const start = word > 0 ? Math.min(word, first.start) : first.start;
  return { series: trimTitle(text.slice(0, start)), title: title === '' ? null : title };
};

const parseAlone = (name: string): ParsedName => {
  const words = toWords(name);
  const { rest: untagged, tags } = takeTags(words.replace(unknownVolume, ' '));
  const dated = /,? ((?:19|20)\d{2})-\d{2}-\d{2}/.exec(untagged);
  const rest = dated ? untagged.replace(dated[0], '') : untagged;
  const special = specialMarker.exec(rest) ?? specialMarker.exec(words);
  const found = special
    ? { markers: [], volume: null, chapter: null }
    : readNumbers(rest, tags.numbering, tags.issue);
  const { series, title } = splitAround(
    special ? (rest.split(special[0])[0] ?? '') : rest,
    found.markers,
  );
  const { chapter } = found;
  // Of two years the first is when the series began, which comics count as its volume.
  const begun =
    tags.series_year === null ? null : { first: tags.series_year, last: tags.series_year };
  const volume = found.volume ?? begun;
  return {
    series,
    title,
    volume: volume?.first ?? null,
    volume_end: volume?.last ?? null,
    chapter: chapter?.first ?? null,
    chapter_end: chapter?.last ?? null,
    number: chapter?.first ?? volume?.first ?? null,
    count: tags.count,
    year: tags.year ?? (dated ? Number(dated[1]) : null),
    language: tags.language,
    group: tags.group,
    special: special !== null,
    edition: editions.exec(rest)?.[1] ?? null,
  };
};

/** The series that folders name, the innermost first, passing over "Specials", "Vol. 1" and the like. */
const seriesOfFolders = (folders: readonly string[]): string => {
  for (const folder of folders.toReversed()) {
    const { series } = parseAlone(folder);
    if (series !== '' && !generic.test(series)) return cleanSeriesName(folder).name;
  }
  return '';
};

/** What to call a book: the title in its name, else the name without extension and tags. */
export const titleOf = (filename: string, parsed: ParsedName): string => {
  if (parsed.title !== null) return parsed.title;
  const stem = withoutExtension(filename);
  const plain = trimTitle(takeTags(toWords(stem)).rest);
  return plain === '' ? stem : plain;
};

/**
 * Reads a file name, with the folders above it (outermost first, relative to the library) where the name
 * alone says too little.
 */
export const parseName = (filename: string, folders: readonly string[] = []): ParsedName => {
  const parsed = parseAlone(withoutExtension(filename));
  if (folders.length === 0) return parsed;
  const onlyNumber = parsed.series === '' && parsed.title === null && parsed.volume === null;
  const inner = onlyNumber ? folders.toReversed().slice(0, 2).map(parseAlone) : [];
  const volume = inner.find((folder) => folder.volume !== null)?.volume ?? null;
  const chapter = inner.find((folder) => folder.chapter !== null)?.chapter ?? null;
  const numbered = parsed.volume !== null || parsed.chapter !== null;
  const fromFolders =
    parsed.series === '' || parsed.special || !numbered ? seriesOfFolders(folders) : '';
  return {
    ...parsed,
    ...(volume === null ? {} : { volume, volume_end: volume }),
    ...(chapter === null ? {} : { chapter, chapter_end: chapter, number: chapter }),
    series: fromFolders === '' ? parsed.series : fromFolders,
  };
};
