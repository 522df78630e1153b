import { parseComicBookInfo } from '../comic-info/comic-book-info.ts';
import { parseCoMet } from '../comic-info/comet.ts';
import { type ComicInfoPage, parseComicInfo } from '../comic-info/comic-info.ts';
import { parseMetronInfo } from '../comic-info/metron-info.ts';
import type { Limits } from '../limits.ts';
import { faultOfFile } from '../media-error.ts';
import { type EmbeddedMetadata, mergeMetadata } from '../metadata.ts';
import { type ArchiveEntry, isJunk } from './archive-entries.ts';

/** The metadata of a comic, with the list of its pages. */
export interface ComicMetadata {
  /** Null if the comic has none, or none that is readable. */
  metadata: EmbeddedMetadata | null;
  /** Empty if no document lists them. */
  pages: ComicInfoPage[];
}

type Parse = (bytes: Buffer, limits: Limits) => EmbeddedMetadata | null;

/**
 * The metadata documents of comics: the first that has a value wins. ComicInfo comes first, because it
 * is the one that Octavo writes.
 */
const kinds: readonly { name: string; parse: Parse }[] = [
  { name: 'comicinfo.xml', parse: parseComicInfo },
  { name: 'metroninfo.xml', parse: parseMetronInfo },
  { name: 'comet.xml', parse: parseCoMet },
];

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** Whether an entry of this path is a ComicInfo.xml. */
export const isComicInfo = (path: string): boolean => baseName(path) === 'comicinfo.xml';

/** Whether an entry of this path is a metadata document of a comic. */
export const isComicDocument = (path: string): boolean =>
  kinds.some(({ name }) => name === baseName(path));

const nearest = <Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  fileName: string,
  limits: Limits,
): Entry | undefined =>
  entries
    .filter(
      ({ name, size, encrypted }) =>
        baseName(name) === fileName &&
        !isJunk(name) &&
        size <= limits.comic_info_bytes &&
        !encrypted,
    )
    .sort((a, b) => a.name.split('/').length - b.name.split('/').length)[0];

/** The ComicInfo.xml nearest to the root. */
export const findComicInfo = <Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  limits: Limits,
): Entry | undefined => nearest(entries, 'comicinfo.xml', limits);

/**
 * Reads the metadata documents among the entries, and ComicBookInfo in the comment of a ZIP archive.
 * Throws errors that are not faults of the file.
 */
export const readComicDocuments = async <Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  read: (entry: Entry) => Buffer | Promise<Buffer>,
  limits: Limits,
  comment: Buffer | null = null,
): Promise<ComicMetadata> => {
  const found: (EmbeddedMetadata & { pages?: ComicInfoPage[] })[] = [];
  for (const { name, parse } of kinds) {
    const entry = nearest(entries, name, limits);
    if (!entry) continue;
    try {
      const metadata = parse(await read(entry), limits);
      if (metadata) found.push(metadata);
    } catch (error) {
      faultOfFile(error);
    }
  }
  const inComment = comment && parseComicBookInfo(comment);
  if (inComment) found.push(inComment);
  const [first, ...others] = found;
  return {
    metadata: first ? others.reduce<EmbeddedMetadata>(mergeMetadata, first) : null,
    pages: first?.pages ?? [],
  };
};
