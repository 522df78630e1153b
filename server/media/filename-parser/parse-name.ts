import { LRUCache } from 'lru-cache';

import { maxEntries } from '../../lib/lru-options.ts';
import { toSearchKey } from '../../text/search-key.ts';
import {
  cleanSeriesName,
  firstYear,
  type ParsedName,
  readName,
  type ReadName,
  toWords,
  trimTitle,
  withArabicNumbers,
  withoutExtension,
} from './read-name.ts';
import { takeTags } from './tags.ts';

/** Folder names that group books within a series and are not series names. */
const generic =
  /^(specials?|extras?|omakes?|artbooks?|art books?|bonus|side stories|oneshots?|one-shots?|annuals?|covers?|chapters?|volumes?|scans|scanlations?|raws|english|german|deutsch|french|français|spanish|español|italian|italiano|portuguese|português|japanese|日本語|korean|한국어|chinese|中文|russian|русский|polish|polski|dutch|nederlands)$/iu;

/** Whether a folder is named like a part of a series ("Specials"). */
export const isGenericFolder = (folder: string): boolean => generic.test(folder.trim());

/** Parsed names of folders, cached because each of their books needs them. */
const folderNames = new LRUCache<string, ReadName>({
  ...maxEntries(100),
  memoMethod: (name) => readName(name),
});

const readFolder = (name: string): ReadName => folderNames.memo(name);

/**
 * The innermost folder if it holds one volume of the series around it: "Vol 01", "Vol 01 - The Fall",
 * or "Series Vol 01" in "Series".
 */
const volumeFolder = (folders: readonly string[]): ParsedName | null => {
  const [outer, own] = folders.slice(-2);
  if (outer === undefined || own === undefined || !/\p{Nd}/u.test(own)) return null;
  const { parsed } = readFolder(own);
  const { series, volume, volume_end, chapter } = parsed;
  if (volume === null || volume !== volume_end || volume >= firstYear || chapter !== null)
    return null;
  const isOfSeries = () => toSearchKey(series) === toSearchKey(cleanSeriesName(outer).name);
  return series === '' || isOfSeries() ? parsed : null;
};

/** The folders of a series: without the one of a volume. */
export const withoutVolumeFolder = (folders: readonly string[]): string[] =>
  volumeFolder(folders) === null ? [...folders] : folders.slice(0, -1);

/** The title of a volume from the folder of a book: "Vol 01 - The Fall". */
export const volumeTitleOf = (path: string): string | null =>
  volumeFolder(path.split('/').slice(0, -1))?.title ?? null;

/**
 * The series name from the folders, the innermost first, skipping "Specials", "Vol. 1" and the
 * like.
 */
const seriesOfFolders = (folders: readonly string[]): string => {
  for (const folder of withoutVolumeFolder(folders).toReversed()) {
    const { series } = readFolder(folder).parsed;
    if (series !== '' && !generic.test(series)) return cleanSeriesName(folder).name;
  }
  // A series called "86" or "300".
  const [outermost = ''] = folders;
  return /^\d+$/.test(outermost) ? outermost : '';
};

/** A number before the title, in a folder that names the series: "01 - The Fall", "02. The Rise", "003 The End". */
const leadingNumber =
  /^(?!(?:19|20)\d{2}\b)(\d{1,4}(?:\.\d+)?)(?:\s?[-–]\s|\.\s|(?<=^0\d+)\s)(?=\S)/;

const withLeadingNumber = (
  filename: string,
  folders: readonly string[],
  parsed: ParsedName,
): ParsedName => {
  const { rest } = takeTags(toWords(withoutExtension(filename)));
  const [all = '', digits = ''] = leadingNumber.exec(rest) ?? [];
  const title = trimTitle(rest.slice(all.length));
  // "52 - Week 01" in the folder "52".
  const isSeries = folders.some((folder) => folder.startsWith(digits));
  if (digits === '' || isSeries || parsed.special || !/\p{L}/u.test(title)) return parsed;
  const number = Number(digits);
  return { ...parsed, series: '', title, chapter: number, chapter_end: number, number };
};

/**
 * The chapter of a folder that a file numbers a part of: "Chapter 12/001". Not the number at the end of the
 * name of a series: "Mob Psycho 100".
 */
const chapterOfFolder = (folder: string, isOutermost: boolean): number | null => {
  const { parsed, isMarked } = readFolder(folder);
  return isMarked || (parsed.series === '' && !isOutermost) ? parsed.chapter : null;
};

/** The display title of a book: the title in its name, else the name without extension and tags. */
export const titleOf = (filename: string, parsed: ParsedName): string => {
  if (parsed.title !== null) return parsed.title;
  const stem = withoutExtension(filename);
  const plain = trimTitle(takeTags(withArabicNumbers(toWords(stem))).rest);
  return plain === '' ? stem : plain;
};

/**
 * Parses a file name; falls back to the folders above it (outermost first, relative to the library)
 * for missing parts.
 */
export const parseName = (filename: string, folders: readonly string[] = []): ParsedName => {
  const { parsed: alone, isMarked } = readName(withoutExtension(filename));
  if (folders.length === 0) return alone;
  const isNumbered = isMarked || alone.volume !== null;
  const parsed = isNumbered ? alone : withLeadingNumber(filename, folders, alone);
  const onlyNumber = parsed.series === '' && parsed.title === null && parsed.volume === null;
  const inner = onlyNumber ? folders.toReversed().slice(0, 2) : [];
  const volume =
    inner.map((folder) => readFolder(folder).parsed.volume).find((found) => found !== null) ??
    (parsed.volume === null ? (volumeFolder(folders)?.volume ?? null) : null);
  const chapter = isMarked
    ? null
    : (inner
        .map((folder, depth) => chapterOfFolder(folder, depth === folders.length - 1))
        .find((found) => found !== null) ?? null);
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
