import type { EmbeddedMetadata } from '../metadata.ts';

/** A file of a book that is written as an EPUB. */
export interface DerivedFile {
  /** ASCII, without folders. */
  name: string;
  media_type: string;
  bytes: Buffer;
  /** `false` is a text beside the reading order, such as notes; undefined is not a text. */
  linear?: boolean;
}

export interface ContentsEntry {
  title: string;
  /** Name of a text with a fragment. */
  href: string;
  children: ContentsEntry[];
}

/** A book of another text format, as the parts of an EPUB. */
export interface DerivedBook {
  metadata: EmbeddedMetadata;
  /** A URI. */
  identifier: string;
  contents: ContentsEntry[];
  /** Name of the cover picture. */
  cover: string | null;
  /** In the order in which they are written; texts are in reading order. Throws MediaError. */
  files(): AsyncIterable<DerivedFile>;
}

/** Maximum depth of a table of contents. */
export const maxContentsDepth = 20;
