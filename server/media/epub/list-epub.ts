import type { Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { imageTypeOfName } from '../media-type.ts';
import type { StoredPage, TextPage, ZipPage } from '../stored-page.ts';
import type { ZipEntry } from '../zip/directory.ts';
import { canUnpack } from '../zip/read-entry.ts';
import {
  type Container,
  damagedEpub,
  findObfuscation,
  findPackage,
  openContainer,
} from './container.ts';
import { findCover } from './cover.ts';
import { type Navigation, readGuide, readNav, readNcx } from './navigation.ts';
import { readOpf } from './opf-metadata.ts';
import { type PackageDocument, readPackage } from './package-document.ts';
import type { Layout, Obfuscation, Publication, PublicationItem } from './publication.ts';
import { resourceKindOf } from './resource-types.ts';
import { findPageImages, type Section } from './sections.ts';
import { normalize } from '../../text/search-key.ts';

export interface EpubListing {
  pages: StoredPage[];
  cover: ZipPage | null;
  metadata: EmbeddedMetadata;
  publication: Publication;
  /** A defect for the owner to know about; the book can be read nevertheless. */
  note: string | null;
}

/** An EPUB's archive, opened for listing. */
export interface EpubArchive {
  entries: readonly ZipEntry[];
  /** Size of the file, bytes. */
  size: number;
  /** Unpacks an entry. Throws MediaError. */
  unpack(entry: ZipEntry): Buffer;
  limits: Limits;
}

const toPlace = (entry: ZipEntry) => ({
  file_size: entry.size,
  method: entry.method,
  offset: entry.headerOffset,
  compressed_size: entry.compressedSize,
  crc32: entry.crc32,
});

const problemOf = (entry: ZipEntry, fileSize: number): string | null => {
  if (entry.headerOffset < 0 || entry.headerOffset + entry.compressedSize > fileSize) {
    return 'This part is cut off in the file. Copy or download the file again.';
  }
  // EPUB allows no other method, so unlike comics such books are not handed to 7-Zip.
  return canUnpack(entry.method)
    ? null
    : 'This part is compressed with a method that EPUB does not allow. Download the book again.';
};

const toImagePage = (entry: ZipEntry, fileSize: number): ZipPage => {
  const error = problemOf(entry, fileSize);
  return {
    filename: entry.name,
    media_type: imageTypeOfName(entry.name) ?? drawingTypeOf(entry.name),
    width: null,
    height: null,
    ...toPlace(entry),
    ...(error === null ? {} : { error }),
  };
};

/** The cover can be a drawing. */
const drawingTypeOf = (name: string) =>
  /\.svg$/i.test(name) ? 'image/svg+xml' : 'application/octet-stream';

const nowhere = { file_size: 0, method: 0, offset: 0, compressed_size: 0, crc32: 0 };

/**
 * A fixed-layout text counts as one page; the characters of the others are counted during analysis.
 */
const toTextPage = ({ item, entry }: Section, layout: Layout, fileSize: number): TextPage => {
  const kind = resourceKindOf(item.media_type);
  const isText = kind === 'html' || kind === 'xml';
  const error = !entry
    ? 'This part is missing from the file. Download the book again.'
    : isText || kind === 'image'
      ? problemOf(entry, fileSize)
      : `This part is of a kind that cannot be shown (${item.media_type}).`;
  return {
    source: 'text',
    filename: item.path,
    media_type: item.media_type,
    width: null,
    height: null,
    ...(entry ? toPlace(entry) : nowhere),
    characters: isText && layout === 'reflowable' && error === null ? null : 0,
    ...(error === null ? {} : { error }),
  };
};

/** Manifest items that exist in the archive, without duplicates. */
const presentItems = (
  { items }: PackageDocument,
  container: Container,
  fonts: Map<string, Obfuscation>,
): PublicationItem[] => {
  const present = items.flatMap(({ path, media_type }) => {
    const entry = container.entry(path);
    if (!entry || entry.directory) return [];
    const obfuscation = fonts.get(path);
    return { path, media_type, ...toPlace(entry), ...(obfuscation ? { obfuscation } : {}) };
  });
  return [...new Map(present.map((item) => [item.path, item])).values()];
};

const nothing: Navigation = { toc: [], page_list: [], landmarks: [] };

const readNavigation = (document: PackageDocument, container: Container): Navigation => {
  const readAt = (path: string | undefined, read: typeof readNav): Navigation => {
    try {
      const xml = path === undefined ? null : container.readXml(path);
      return xml && path !== undefined ? read(xml.root, path) : nothing;
    } catch (error) {
      // A book without a table of contents is still readable page by page.
      if (error instanceof MediaError) return nothing;
      throw error;
    }
  };
  const nav = readAt(
    document.items.find(({ properties }) => properties.includes('nav'))?.path,
    readNav,
  );
  const ncx = nav.toc.length > 0 ? nothing : readAt(document.ncx?.path, readNcx);
  const filled = <Item>(first: Item[], second: Item[]) => (first.length > 0 ? first : second);
  return {
    toc: filled(nav.toc, ncx.toc),
    page_list: filled(nav.page_list, ncx.page_list),
    landmarks: filled(nav.landmarks, readGuide(document.root, document.path)),
  };
};

/** Without a spine, falls back to the order of the manifest. */
const withSpine = (document: PackageDocument): PackageDocument => {
  if (document.spine.length > 0) return document;
  const texts = document.items.filter(
    ({ media_type, properties }) =>
      media_type === 'application/xhtml+xml' && !properties.includes('nav'),
  );
  if (texts.length === 0) throw damagedEpub('its package document lists nothing to read');
  const spine = texts.map(({ path, media_type }) => ({
    path,
    media_type,
    linear: true,
    page: null,
    layout: null,
    spread: null,
  }));
  return { ...document, spine, lost: spine.length };
};

/** Lists an EPUB: its pages, its metadata and what its reader needs. Throws MediaError. */
export const listEpub = ({ entries, size, unpack, limits }: EpubArchive): EpubListing => {
  const container = openContainer(entries, unpack, limits);
  const fonts = findObfuscation(container);
  const path = findPackage(container);
  const xml = container.readXml(path);
  if (!xml) throw damagedEpub('its package document is empty');
  const document = withSpine(readPackage(xml.root, path));
  const opf = readOpf(xml.root);
  const sections = document.spine
    .filter(({ linear }) => linear)
    .map((item): Section => ({ item, entry: container.entry(item.path) }));
  const images = findPageImages(container, sections, opf.layout);
  const layout = images ? 'fixed' : opf.layout;
  const pages = images
    ? images.map((entry) => toImagePage(entry, size))
    : sections.map((section) => toTextPage(section, section.item.layout ?? layout, size));
  const cover = findCover(container, document, opf.coverId);
  const missing = document.lost > 0 || sections.some(({ entry }) => !entry);
  return {
    pages,
    cover: cover && toImagePage(cover, size),
    metadata: { ...opf.metadata, layout },
    publication: {
      identifier: opf.identifier,
      layout,
      spread: opf.spread,
      orientation: opf.orientation,
      items: presentItems(document, container, fonts),
      spine: document.spine,
      cover: cover ? normalize(cover.name) : null,
      ...readNavigation(document, container),
    },
    note:
      missing || !xml.complete
        ? 'The EPUB is damaged: parts of it are missing. The rest can be read.'
        : null,
  };
};
