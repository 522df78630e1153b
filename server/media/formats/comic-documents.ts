import { parseComicBookInfo } from '../comic-info/comic-book-info.ts';
import { parseCoMet } from '../comic-info/comet.ts';
import { type ComicInfoPage, parseComicInfo } from '../comic-info/comic-info.ts';
import { parseMetronInfo } from '../comic-info/metron-info.ts';
import type { Limits } from '../limits.ts';
import { faultOfFile } from '../media-error.ts';
import { type EmbeddedMetadata, mergeMetadata } from '../metadata.ts';
import type { ArchiveEntry } from './archive-entries.ts';
import {
  type ComicDocumentName,
  comicDocumentNames,
  findComicDocument,
  isComicDocument,
} from './comic-document-names.ts';

/** The metadata of a comic, with the list of its pages. */
export interface ComicMetadata {
  /** Null if the comic has none, or none that is readable. */
  metadata: EmbeddedMetadata | null;
  /** Empty if no document lists them. */
  pages: ComicInfoPage[];
}

type Parse = (bytes: Buffer, limits: Limits) => EmbeddedMetadata | null;

/**
 * How each document is read; the first that has a value wins. ComicInfo comes first, because it is the one
 * that Octavo writes.
 */
const parsers: Readonly<Record<ComicDocumentName, Parse>> = {
  'comicinfo.xml': parseComicInfo,
  'metroninfo.xml': parseMetronInfo,
  'comet.xml': parseCoMet,
};

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
  const documents = entries.filter(({ name }) => isComicDocument(name));
  for (const name of comicDocumentNames) {
    const entry = findComicDocument(documents, name, limits);
    if (!entry) continue;
    try {
      const metadata = parsers[name](await read(entry), limits);
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
