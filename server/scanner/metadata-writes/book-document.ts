import {
  type Container,
  findObfuscation,
  findPackage,
  isEpub,
  openContainer,
} from '../../media/epub/container.ts';
import { findComicDocument } from '../../media/formats/comic-document-names.ts';
import { type Limits, textLimits } from '../../media/limits.ts';
import { MediaError, unsupported } from '../../media/media-error.ts';
import type { DocumentEdit, WritableMetadata } from '../../media/metadata-edit/document-edit.ts';
import { editComicInfo } from '../../media/metadata-edit/edit-comic-info.ts';
import { editOpf } from '../../media/metadata-edit/edit-opf.ts';
import { readZipDirectory, type ZipEntry } from '../../media/zip/directory.ts';
import { readEntry } from '../../media/zip/read-entry.ts';
import { normalize } from '../../text/search-key.ts';

/** The metadata document of an archive. */
export interface BookDocument {
  /** Name of its entry. */
  entry: string;
  /** Null if the archive has none. */
  bytes: Buffer | null;
  edit: (wanted: WritableMetadata) => DocumentEdit;
}

/** Whether more than fonts is encrypted. */
const isEncrypted = (container: Container): boolean => {
  try {
    findObfuscation(container);
    return false;
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'encrypted') return true;
    throw error;
  }
};

const openPackage = (entries: ZipEntry[], fd: number, limits: Limits): BookDocument => {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  if (has('META-INF/signatures.xml'))
    throw unsupported('The book is signed, so Octavo leaves the file as it is.');
  const bounds = textLimits(limits);
  const unpack = (entry: ZipEntry) => readEntry(fd, entry, { limits: bounds });
  const container = openContainer(entries, unpack, limits);
  if (has('META-INF/rights.xml') || isEncrypted(container))
    throw unsupported('The book is protected by DRM, so Octavo leaves the file as it is.');
  const path = findPackage(container);
  const found = entries.find(({ name }) => normalize(name) === path);
  if (!found) throw unsupported('The book is damaged, so Octavo leaves the file as it is.');
  const bytes = container.read(found);
  return { entry: found.name, bytes, edit: (wanted) => editOpf(bytes, wanted) };
};

/**
 * Finds the metadata of a CBZ (ComicInfo.xml) or EPUB (its package document). Throws MediaError, with a
 * message for people, for a file that cannot be changed.
 */
export const openBookDocument = (
  { fd, size }: { fd: number; size: number },
  limits: Limits,
): BookDocument => {
  const { entries } = readZipDirectory(fd, size, limits);
  if (entries.some(({ encrypted }) => encrypted))
    throw unsupported('The archive is encrypted, so Octavo leaves the file as it is.');
  if (isEpub(entries)) return openPackage(entries, fd, limits);
  const found = findComicDocument(entries, 'comicinfo.xml', limits);
  const bytes = found ? readEntry(fd, found, { limits }) : null;
  return {
    entry: found?.name ?? 'ComicInfo.xml',
    bytes,
    edit: (wanted) => editComicInfo(bytes, wanted, limits),
  };
};
