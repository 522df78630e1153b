import { basename, extname } from 'node:path';

import { normalize } from '../../text/search-key.ts';
import { hinted } from './hinted.ts';
import {
  findBareNumber,
  findMarkers,
  findPart,
  firstMarker,
  type Marker,
  type Span,
} from './markers.ts';
import { takeTags } from './tags.ts';

/** The fields parsed from a file name. */
export interface ParsedName {
  /** Empty if neither the name nor a folder names a series. */
  series: string;
  /** The text after the numbers. */
  title: string | null;
  volume: number | null;
  /** End of a span such as "v01-04"; otherwise equal to `volume`. */
  volume_end: number | null;
  chapter: number | null;
  chapter_end: number | null;
  /** Sort number within the series: chapter or issue, else volume. */
  number: number | null;
  /** Total number of issues, "(of 6)". */
  count: number | null;
  year: number | null;
  language: string | null;
  group: string | null;
  /** A special outside the regular numbering: "SP01". */
  special: boolean;
}

/** A volume to be numbered later. */
const unknownVolume = /(?<![\p{L}\p{N}])vol(?:ume)?[.\s]*tbd(?![\p{L}\p{N}])/iu;
const specialMarker = hinted(
  String.raw`SP\d`,
  String.raw`(?<![\p{L}\p{N}])SP\d{1,3}(?![\p{L}\p{N}])`,
  'u',
);
const extensions =
  /^\.(cb[a-z0-9]|zip|rar|7z|tar|epub|fb2|fbz|mobi|azw3?|prc|pdf|jpe?g|png|webp|gif|avif)$/i;

/** The name without the extension of a book or page, in NFC. */
export const withoutExtension = (filename: string): string => {
  const name = filename.replace(/\.fb2\.zip$/i, '.fb2');
  const extension = extname(name);
  return normalize(extensions.test(extension) ? basename(name, extension) : name);
};

/**
 * Underscores become spaces; so do full stops if the name has no space, but for those of decimals. Normalises to NFC, because
 * Hangul and kana markers that a Mac wrote decomposed would not match.
 */
export const toWords = (name: string): string => {
  const words = normalize(name)
    .replaceAll('_', ' ')
    // Full-width digits and brackets.
    .replace(/[０-９（）［］]/g, (letter) => letter.normalize('NFKC'));
  return (/\s/.test(words.trim()) ? words : words.replace(/(?<!\d)\.|\.(?!\d)|\.(?=\d{3})/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
};

/** Removes punctuation left over between a title and the removed parts. */
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
  return { name: name === '' ? normalize(folder) : name, year: tags.year };
};

interface Numbers {
  markers: Marker[];
  volume: Span | null;
  chapter: Span | null;
  /** Whether a word or sign says that the number is a chapter or issue. */
  isMarked: boolean;
}

const readNumbers = (text: string, numbering: string[], issue: number | null): Numbers => {
  const markers = findMarkers(text);
  const inTags = numbering.flatMap(findMarkers);
  const volume = [...markers, ...inTags].find(({ kind }) => kind === 'volume')?.span ?? null;
  let chapter = [...markers, ...inTags].find(({ kind }) => kind === 'chapter')?.span ?? null;
  if (chapter === null && issue !== null) chapter = { first: issue, last: issue };
  const isMarked = chapter !== null;
  if (chapter === null) {
    const behind = markers.find(({ kind }) => kind === 'volume')?.end ?? 0;
    const bare = findBareNumber(text, behind) ?? findPart(text);
    // After a volume, only a number that follows directly is a chapter; otherwise it belongs to the
    // title.
    const follows = () => bare !== null && bare.start >= behind;
    if (bare && (behind === 0 || (follows() && /^[\s-]*$/.test(text.slice(behind, bare.start))))) {
      markers.push(bare);
      chapter = bare.span;
    }
  }
  return { markers: markers.sort((a, b) => a.start - b.start), volume, chapter, isMarked };
};

const onlyYear = /^(?:18|19|20)\d{2}$/;
/** A full stop before a number, "Some Book. Volume 2", not that of an abbreviation. */
const lastFullStop = /(?<=(?<![\p{L}.])\p{L}{4,})\.$/u;

const yearIn = (text = ''): number | null => (onlyYear.test(text) ? Number(text) : null);

/** Splits into the series (before the first number) and the title (after the last). */
const splitAround = (text: string, markers: Marker[]): { series: string; title: string | null } => {
  const first = markers[0];
  const last = markers.at(-1);
  if (!first || !last) {
    // "04 - Asterix the Gladiator": a leading number orders files and is not part of the name.
    return { series: trimTitle(text.replace(/^\d{1,3}(\s-\s|\.\s)/, '')), title: null };
  }
  const title = trimTitle(text.slice(last.end)).replace(onlyYear, '');
  const word = firstMarker(text);
  const start = word > 0 ? Math.min(word, first.start) : first.start;
  const series = trimTitle(text.slice(0, start).trimEnd().replace(lastFullStop, ''));
  return { series, title: title === '' ? null : title };
};

/** "2022-05", "2022-05-14", and of Japanese magazines "2022年" before the number of the issue. */
const date =
  /,? ((?:19|20)\d{2})-(?:0[1-9]|1[0-2])(?:-\d{2})?(?![\d-])|\s?((?:19|20)\d{2})年(?=\d{1,2}月?[号號])/;

const kanjiDigits = '〇一二三四五六七八九';

/** Numbers as the markers expect them: "第二十三巻" is "第23巻", and "進撃の巨人(34)" its volume 34. */
export const withArabicNumbers = (words: string): string => {
  const arabic = words.replace(
    /(?<=第)[〇一二三四五六七八九十]{1,3}(?=[巻卷册冊話话章回])/gu,
    (text) => {
      const [tens = '', ones] = text.includes('十') ? text.split('十') : ['〇', text];
      const ten = tens === '' ? 1 : kanjiDigits.indexOf(tens);
      return String(ten * 10 + Math.max(0, kanjiDigits.indexOf(ones ?? '')));
    },
  );
  // Patterns of scripts take long to compile.
  if (!arabic.includes('(')) return arabic;
  return arabic.replace(/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー!?])\((\d{1,3})\)/gu, ' 第$1巻');
};

export interface ReadName {
  parsed: ParsedName;
  /** Whether a word or sign in the name marks its chapter. */
  isMarked: boolean;
}

/** Reads one name without its extension: of a file, or of a folder. */
export const readName = (name: string): ReadName => {
  const words = withArabicNumbers(toWords(name));
  const { rest: untagged, tags } = takeTags(
    /tbd/i.test(words) ? words.replace(unknownVolume, ' ') : words,
  );
  const dated = date.exec(untagged);
  const rest = dated ? untagged.replace(dated[0], '') : untagged;
  const special = specialMarker.exec(rest) ?? specialMarker.exec(words);
  const found = special
    ? { markers: [], volume: null, chapter: null, isMarked: false }
    : readNumbers(rest, tags.numbering, tags.issue);
  const { series, title } = splitAround(
    special ? (rest.split(special[0])[0] ?? '') : rest,
    found.markers,
  );
  const { chapter } = found;
  // Of two years the first is the start of the series, which comics use as the volume.
  const begun =
    tags.series_year === null ? null : { first: tags.series_year, last: tags.series_year };
  const volume = found.volume ?? begun;
  const parsed: ParsedName = {
    series,
    title,
    volume: volume?.first ?? null,
    volume_end: volume?.last ?? null,
    chapter: chapter?.first ?? null,
    chapter_end: chapter?.last ?? null,
    number: chapter?.first ?? volume?.first ?? null,
    count: tags.count,
    year: tags.year ?? yearIn(dated?.[1] ?? dated?.[2] ?? /\d\s(\S+)$/.exec(rest)?.[1]),
    language: tags.language,
    group: tags.group,
    special: special !== null,
  };
  return { parsed, isMarked: found.isMarked };
};

/** Volumes from here on are years: Western comics name the one in which a run of issues began. */
export const firstYear = 1000;
