import type { Limits } from '../limits.ts';
import { type ArchiveEntry, isJunk } from './archive-entries.ts';

/** The metadata documents of comics, in lower case. */
export const comicDocumentNames = ['comicinfo.xml', 'metroninfo.xml', 'comet.xml'] as const;
export type ComicDocumentName = (typeof comicDocumentNames)[number];

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** Whether an entry of this path is a ComicInfo.xml. */
export const isComicInfo = (path: string): boolean => baseName(path) === 'comicinfo.xml';

/** Whether an entry of this path is a metadata document of a comic. */
export const isComicDocument = (path: string): boolean =>
  /\.xml$/i.test(path) && comicDocumentNames.some((name) => name === baseName(path));

/** The readable document of this name nearest to the root. */
export const findComicDocument = <Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  documentName: ComicDocumentName,
  limits: Limits,
): Entry | undefined =>
  entries
    .filter(
      ({ name, size, encrypted }) =>
        baseName(name) === documentName &&
        !isJunk(name) &&
        size <= limits.comic_info_bytes &&
        !encrypted,
    )
    .sort((a, b) => a.name.split('/').length - b.name.split('/').length)[0];
