import { stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';

import { AppError, badField } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import type { ParsedBook } from '../../media/formats/parsed-book.ts';
import { MediaError } from '../../media/media-error.ts';
import { emptyMetadata } from '../../media/metadata.ts';
import { parseName, titleOf } from '../../media/filename-parser/parse-name.ts';
import { countPages } from '../../media/stored-page.ts';
import type { OnDemandReader } from '../../scanner/on-demand/on-demand-reader.ts';
import type { NewFile, OpenedFilesStore } from './store.ts';
import { parseUserPath } from '../../paths/parse-user-path.ts';
import { findContainingLibrary, type GatedRead, resolvedPath } from './containing-library.ts';

/** The opened item: a library's book if the file is one, otherwise the file itself. */
export interface OpenedItem {
  kind: 'book' | 'file';
  id: string;
  /** Absolute, links resolved. */
  path: string;
}

export interface OpeningOptions {
  store: OpenedFilesStore;
  reader: Pick<OnDemandReader, 'list'>;
  gated: GatedRead;
  clock: () => Date;
}

/**
 * Opens a file of the disk for a user. Throws AppError with a message: BadRequest for a relative
 * path or unknown format, NotFound, UnprocessableContent for an unreadable file.
 */
export const createOpening =
  ({ store, reader, gated, clock }: OpeningOptions) =>
  async (userPk: number, given: string): Promise<OpenedItem> => {
    const { path, size, modified } = await inspectPath(given, gated);
    const home = await findContainingLibrary(store.libraries(), path, gated);
    const there = home && store.bookAt(home.library.id, home.way);
    if (there !== null) return { kind: 'book', id: there, path };

    const opened = await reader.list(path, size).catch((error: unknown) => {
      throw error instanceof MediaError
        ? new AppError('UnprocessableContent', error.message)
        : error;
    });
    const { fingerprint } = opened;
    if (opened.error !== null || fingerprint === null) {
      throw new AppError('UnprocessableContent', opened.error ?? 'The file cannot be read.');
    }
    const same = store.bookOf({ file_size: size, fingerprint });
    if (same !== null) return { kind: 'book', id: same, path };

    const id = store.put({
      id: newId(),
      user_pk: userPk,
      path,
      fingerprint,
      file_size: size,
      file_modified_ms: modified,
      format: opened.format,
      page_count: countPages(opened.pages),
      facts: factsOf(path, opened),
      pages: opened.pages,
      publication: opened.publication ?? null,
      opened_at: clock().toISOString(),
    });
    return { kind: 'file', id, path };
  };

/** Embedded metadata takes precedence over the file name. */
const factsOf = (
  path: string,
  { metadata, note }: Pick<ParsedBook, 'metadata' | 'note'>,
): NewFile['facts'] => {
  const known = metadata ?? emptyMetadata;
  const parsed = parseName(basename(path), [basename(dirname(path))]);
  return {
    ...known,
    title: known.title ?? titleOf(basename(path), parsed),
    // The folder is not used, because one such as Downloads names no series; only the file name is
    // parsed.
    series: known.series ?? parseName(basename(path), []).series,
    note,
  };
};

const inspectPath = async (given: string, gated: GatedRead) => {
  const named = parseUserPath(given, 'path');
  if (formatOf(given) === null) {
    throw badField('path', `Files like "${extname(given) || basename(given)}" cannot be opened`);
  }
  const path = await gated(named, () => resolvedPath(named));
  const found = await gated(path, () => stat(path).catch(() => null));
  if (!found) throw new AppError('NotFound', `The file "${given}" was not found`);
  if (!found.isFile()) throw badField('path', `"${given}" is not a file`);
  return { path, size: found.size, modified: found.mtimeMs };
};
