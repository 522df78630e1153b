/** A manifest item that exists in the archive. */
export interface PublicationItem {
  /** Path in the container (percent-decoded, Unicode NFC). */
  path: string;
  /** The type declared in the manifest. */
  media_type: string;
  /** Unpacked, bytes. */
  file_size: number;
  method: number;
  /** Offset of the local header in the file. */
  offset: number;
  compressed_size: number;
  crc32: number;
  /** It is in the EPUB made from the file, which knows its place. */
  derived?: true;
  /** Set for an obfuscated font. */
  obfuscation?: Obfuscation;
}

export type Obfuscation = 'idpf' | 'adobe';

export interface SpineItem {
  path: string;
  media_type: string;
  /** True for items in the reading order; false for supplementary ones such as notes. */
  linear: boolean;
  /** Side of a spread. */
  page: 'left' | 'right' | 'center' | null;
  /** Set where it differs from the book's layout. */
  layout: Layout | null;
  spread: Spread | null;
}

export type Layout = 'reflowable' | 'fixed';
export type Spread = 'none' | 'auto' | 'landscape' | 'both';

export interface NavigationEntry {
  title: string;
  /** Percent-encoded path with fragment; null for a heading without a link. */
  href: string | null;
  children: NavigationEntry[];
}

/** Data that the EPUB reader needs besides the pages, computed once when the file is listed. */
export interface Publication {
  /** The package's unique identifier. */
  identifier: string | null;
  layout: Layout;
  spread: Spread | null;
  orientation: 'auto' | 'landscape' | 'portrait' | null;
  items: PublicationItem[];
  spine: SpineItem[];
  /** Path of the cover image. */
  cover: string | null;
  toc: NavigationEntry[];
  page_list: NavigationEntry[];
  landmarks: NavigationEntry[];
}
