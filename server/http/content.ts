/** What is made while it is sent: it has no ranges. */
export interface MadeBody {
  /** Bytes, or null where they are not known beforehand. */
  size: number | null;
  parts: () => AsyncIterable<Buffer>;
}

/** A streamed answer of an endpoint with `produces`; ranges, HEAD and 304 are done where it is sent. */
export interface Content {
  media_type: string;
  /** Without quotes; sent as a strong ETag. */
  etag: string;
  /** Null where it was not read, because the reader has it already: the answer is a 304. */
  body: Buffer | { path: string; size: number } | MadeBody | null;
  /** Called when nothing looks at the body any more. */
  release?: () => void;
  /** How the bytes of the body are packed; what is packed otherwise has another ETag. */
  encoding?: 'gzip';
  last_modified?: Date;
  /** Sent as an attachment of this name. */
  download_name?: string;
  /** Where the answer depends on it, for example `accept`. */
  vary?: string;
  /** Default `private, no-cache`: it may be kept, and is asked for again with its ETag. */
  cache_control?: string;
  /** In place of what every answer of ours carries, for example another policy of content. */
  headers?: Record<string, string>;
}
