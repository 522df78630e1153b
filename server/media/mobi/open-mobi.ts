import { hash } from 'node:crypto';

import type { DerivedBook } from '../derived-epub/derived-book.ts';
import type { Limits } from '../limits.ts';
import { openKf8 } from './kf8.ts';
import { openMobi6 } from './mobi6.ts';
import { openMobi } from './mobi-header.ts';
import { coverIndex, readMobiMetadata } from './mobi-metadata.ts';
import { openPalmDatabase, type ReadAt } from './palm-database.ts';
import { createMobiResources } from './resources.ts';
import { readText } from './text.ts';

/** The text of a whole book can have as many bytes as this many texts of an EPUB. */
const texts = 4;

/** Reads the metadata of a Kindle book from its head. Throws MediaError. */
export const listMobi = (read: ReadAt, size: number, limits: Limits) =>
  readMobiMetadata(openMobi(openPalmDatabase(read, size, limits)));

/** Opens a Kindle book with its texts and pictures. Throws MediaError. */
export const deriveMobi = (read: ReadAt, size: number, limits: Limits): DerivedBook => {
  const database = openPalmDatabase(read, size, limits);
  const header = openMobi(database);
  const resources = createMobiResources(database, header);
  const text = readText(database, header, texts * limits.epub_text_bytes);
  const open = header.version >= 8 ? openKf8 : openMobi6;
  const { contents, files } = open(database, header, { text, resources });
  const metadata = readMobiMetadata(header);
  const cover = coverIndex(header);
  const digest = hash('sha256', database.record(header.start));
  return {
    metadata,
    identifier: metadata.isbn === null ? `urn:sha256:${digest}` : `urn:isbn:${metadata.isbn}`,
    contents,
    cover: cover === null ? null : resources.nameOf(cover),
    async *files() {
      yield* files();
      yield* resources.files();
    },
  };
};
