import { matchesInFeed, type FeedInput } from '../features/release-sources/feed-matches.ts';
import { readCbl } from '../features/read-lists/cbl.ts';
import { sanitize, type SanitizeOptions } from '../media/epub/sanitize.ts';
import { bufferOf } from '../lib/buffer-of.ts';
import { parseMokuro } from '../media/mokuro/mokuro.ts';

/**
 * The parsers of foreign texts that can take seconds. Input and results must be structured-cloneable, and results
 * must be small or flat, because the main thread rebuilds them.
 */
const parsers = {
  cbl: readCbl,
  feed: (bytes: Uint8Array, input: FeedInput) => matchesInFeed(bufferOf(bytes), input),
  markup: async (bytes: Uint8Array, options: SanitizeOptions): Promise<Uint8Array> =>
    Buffer.from(await sanitize(bufferOf(bytes), options)),
  mokuro: (bytes: Uint8Array) => parseMokuro(bufferOf(bytes)),
};

export type Parsers = typeof parsers;

/** Runs a parser by its name; `ParseWorker` has the types. */
export const parse = (name: keyof Parsers, input: unknown[]): unknown =>
  (parsers[name] as (...input: unknown[]) => unknown)(...input);
