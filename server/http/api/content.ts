import type { Stats } from 'node:fs';

import type { OpenedFile } from '../../media/file-reads.ts';

/** `Cache-Control` of responses that no cache can keep, because they are for one person at one moment. */
export const neverCached = 'private, no-store';

/** A body generated while it is sent; it supports no ranges. */
export interface StreamedBody {
  /** Bytes, or null if not known in advance. */
  size: number | null;
  chunks: () => AsyncIterable<Buffer>;
}

/** A file on disk. */
export interface FileBody {
  path: string;
  size: number;
  /** Opens the file if its drive may hang or its content is untrusted. */
  open?: () => Promise<OpenedFile>;
}

/** A file on disk as a download; its ETag changes with its size and its time. */
export const fileContent = (
  path: string,
  { size, mtime, mtimeMs }: Pick<Stats, 'size' | 'mtime' | 'mtimeMs'>,
  { open, ...others }: Pick<FileBody, 'open'> & Pick<Content, 'media_type' | 'download_name'>,
): Content => ({
  ...others,
  etag: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
  body: { path, size, ...(open && { open }) },
  last_modified: mtime,
});

/** A streamed response of an endpoint with `produces`; the sender handles ranges, HEAD and 304. */
export interface Content {
  media_type: string;
  /** Without quotes; sent as a strong ETag. */
  etag: string;
  /** Null if the client has it cached: the response is a 304. */
  body: Buffer | FileBody | StreamedBody | null;
  /** Called when the body is no longer referenced. */
  onSent?: () => void;
  /** Content encoding of the body; each encoding has a different ETag. */
  encoding?: 'gzip';
  last_modified?: Date;
  /** Sent as an attachment with this name. */
  download_name?: string;
  /** Request headers that the response depends on, for example `accept`. */
  vary?: string;
  /** Default `private, no-cache`: can be cached, but is revalidated with its ETag. */
  cache_control?: string;
  /** Overrides the default response headers, for example the CSP. */
  headers?: Record<string, string>;
}
