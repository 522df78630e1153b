import { LRUCache } from 'lru-cache';

import { bookDirectives } from '../../../shared/book-policy.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Content } from '../../http/api/content.ts';
import { bufferOf } from '../../lib/buffer-of.ts';
import { toDisplayable } from '../../media/epub/displayable-picture.ts';
import { restoreFont } from '../../media/epub/fonts.ts';
import type { Publication, PublicationItem } from '../../media/epub/publication.ts';
import {
  contentTypeOf,
  resourceKindOf,
  type ResourceKind,
} from '../../media/epub/resource-types.ts';
import { decodeSheet, safeSheet } from '../../media/epub/safe-styles.ts';
import { fileVersion } from '../../media/file-version.ts';
import { createImageQueue } from '../../media/image-queue.ts';
import { defaultLimits, type Limits } from '../../media/limits.ts';
import { MediaError } from '../../media/media-error.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import type { ParseWorker } from '../../parse-worker/parse-worker.ts';
import { mediaErrorToAppError } from '../media-error.ts';
import type { EpubFile, EpubStore } from './store.ts';
import { normalize } from '../../text/search-key.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';

/** Increment when sanitizing changes, to invalidate browser caches. */
const revision = 5;

/**
 * CSP for book content: no scripts, no requests to other servers, framed only by our own pages. For
 * `allow-same-origin` and the values of `base-uri` see docs/decisions/0061-epub-resources.md.
 */
export const resourcePolicy = (baseUri: "'none'" | "'self'"): Record<string, string> => ({
  'Content-Security-Policy': [
    ...bookDirectives("'self'", baseUri),
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
});

const policy = resourcePolicy("'none'");

interface OpenPublication {
  version: string;
  publication: Publication;
  items: Map<string, PublicationItem>;
}

export interface Resources {
  /**
   * The file at a path in the container. Throws NotFound for a file that the manifest does not
   * list.
   */
  get(bookId: string, path: string): Promise<Content>;
}

interface ResourcesOptions {
  store: Pick<EpubStore, 'file' | 'publication'>;
  source: Pick<PageSource, 'read'>;
  parser: Pick<ParseWorker, 'run'>;
  limits?: () => Limits;
}

/** Serves the files of EPUBs. */
export const createResources = ({
  store,
  source,
  parser,
  limits = () => defaultLimits,
}: ResourcesOptions): Resources => {
  const publications = new LRUCache<number, OpenPublication>({ max: 50 });
  const ready = new LRUCache<string, Content & { body: Buffer }>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
  });

  const conversions = createImageQueue({ concurrency: 1 });

  const open = (file: EpubFile): OpenPublication | null => {
    const version = fileVersion(file);
    const cached = publications.get(file.pk);
    if (cached?.version === version) return cached;
    const publication = store.publication(file.pk);
    if (!publication) return null;
    const items = new Map(publication.items.map((item) => [item.path, item]));
    const opened = { version, publication, items };
    publications.set(file.pk, opened);
    return opened;
  };

  const read = async (file: EpubFile, item: PublicationItem, kind: ResourceKind) => {
    const isText = kind === 'xml' || kind === 'html' || kind === 'style';
    const { epub_text_bytes: longest } = limits();
    if (isText && item.file_size > longest) throw tooLong();
    const { path, media_type, ...place } = item;
    const stamp = { size: file.file_size, mtimeMs: file.file_modified_ms, inode: null };
    const located = { path: pathInLibrary(file), stamp };
    const bytes = await source.read(located, {
      filename: path,
      media_type,
      width: null,
      height: null,
      ...place,
    });
    if (isText && bytes.length > longest) throw tooLong();
    return bytes;
  };

  const prepare = async (
    bytes: Buffer,
    item: PublicationItem,
    kind: ResourceKind,
    identifier: string | null,
    key: string,
  ): Promise<Buffer> => {
    if (kind === 'xml' || kind === 'html') {
      const text = await parser.run('markup', bytes, { path: item.path, html: kind === 'html' });
      return bufferOf(text);
    }
    if (kind === 'style') return Buffer.from(await safeSheet(decodeSheet(bytes), item.path));
    if (kind === 'image') {
      return conversions.run(key, () => toDisplayable(bytes, limits()));
    }
    return item.obfuscation && identifier !== null
      ? restoreFont(bytes, item.obfuscation, identifier)
      : bytes;
  };

  return {
    get: async (bookId, path) => {
      const file = store.file(bookId);
      if (!file) throw removed();
      const opened = open(file);
      const item = opened?.items.get(normalize(path));
      const kind = item && resourceKindOf(item.media_type);
      if (!item && file.error !== null) throw new AppError('UnprocessableContent', file.error);
      if (!opened || !item || !kind) throw lacking(bookId, path);
      const etag = `${opened.version}-${item.offset.toString(36)}-r${revision}`;
      const key = `${bookId} ${etag}`;
      const cached = ready.get(key);
      if (cached) return cached;
      try {
        const raw = await read(file, item, kind);
        const body = await prepare(raw, item, kind, opened.publication.identifier, key);
        const type = contentTypeOf(kind, item.media_type, body);
        if (type === null) throw disguised(item);
        const content = { media_type: type, etag, body, headers: policy };
        ready.set(key, content);
        return content;
      } catch (error) {
        throw await mediaErrorToAppError(error, file.library_path);
      }
    },
  };
};

/** For the reader, which may have had the book open for long. */
const removed = (): AppError =>
  new AppError(
    'NotFound',
    'This book is no longer here: its library was removed, or you can no longer see it. Close it.',
  );

/** The details distinguish it from a book that cannot be found. */
const lacking = (bookId: string, path: string): AppError =>
  new AppError('NotFound', notFound('File', `${path} of book ${bookId}`).message, {
    details: { path },
  });

const tooLong = (): MediaError =>
  new MediaError('too_large', 'This part of the book is too large to be shown.');

const disguised = ({ path, media_type }: PublicationItem): MediaError =>
  new MediaError('undecodable', `${path} is not what the book says it is (${media_type}).`);
