/** An item of an EPUB's manifest that is in the file. */
export interface PublicationItem {
  /** Path in the container, decoded, in Unicode's composed form. */
  path: string;
  /** As the manifest says. */
  media_type: string;
  /** Unpacked, bytes. */
  file_size: number;
  method: number;
  /** Of the local header in the file. */
  offset: number;
  compressed_size: number;
  crc32: number;
  /** Of a font whose first bytes were changed. */
  obfuscation?: Obfuscation;
}

export type Obfuscation = 'idpf' | 'adobe';

export interface SpineItem {
  path: string;
  media_type: string;
  /** Read in turn; others are looked up, like notes. */
  linear: boolean;
  /** Side of a spread. */
  page: 'left' | 'right' | 'center' | null;
  /** Where it differs from the book's. */
  layout: Layout | null;
  spread: Spread | null;
}

export type Layout = 'reflowable' | 'fixed';
export type Spread = 'none' | 'auto' | 'landscape' | 'both';

export interface NavigationEntry {
  title: string;
  /** Path, percent-encoded, with a fragment; null of a heading that leads nowhere. */
  href: string | null;
  children: NavigationEntry[];
}

/** What the reader of an EPUB needs beside its pages, made once when the file is listed. */
export interface Publication {
  /** The unique one of the package. */
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
