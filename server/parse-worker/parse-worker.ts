import { workerUrl } from '../config/resolve-path.ts';
import { createReadingThreads } from '../media/reading-threads.ts';
import type { Parsers } from './parsers.ts';
import type { ParseRequest } from './worker.ts';

export interface ParseWorker {
  /**
   * Parses a foreign text in a thread, or at once if it is short. Throws MediaError if that takes too long or too
   * much memory, and AppError ServiceUnavailable if too many texts wait.
   */
  run<Name extends keyof Parsers>(
    name: Name,
    ...input: Parameters<Parsers[Name]>
  ): Promise<Awaited<ReturnType<Parsers[Name]>>>;
  close(): Promise<void>;
}

/** Heap limit of a thread, MiB. */
const maxHeapMiB = 384;
/** Time limit of one text, s. Somebody waits for all but feeds, which are compared with thousands of names. */
const seconds: Record<keyof Parsers, number> = { cbl: 20, feed: 90, markup: 20, mokuro: 20 };
/** Bytes or characters that any input of this length parses in a few milliseconds, or in slices. */
const short: Record<keyof Parsers, number> = {
  cbl: 32 * 1024,
  // The parser of feeds takes 21 MB, and one title some milliseconds.
  feed: 0,
  markup: 128 * 1024,
  mokuro: 16 * 1024,
};

/** Parses texts of strangers outside of the main thread, which answers everybody. */
export const createParseWorker = ({
  ownerOf = () => '',
}: {
  /** Fair-share key: who reads. */
  ownerOf?: () => string;
} = {}): ParseWorker => {
  const threads = createReadingThreads<ParseRequest, unknown>(
    workerUrl('server/parse-worker/worker'),
    maxHeapMiB,
  );
  const runNamed = async ({ name, input }: ParseRequest): Promise<unknown> => {
    const [text] = input as [string | Uint8Array];
    if (text.length > short[name]) {
      return threads.run((thread) => thread.ask({ name, input }, seconds[name]), ownerOf(), name);
    }
    const { parse } = await import('./parsers.ts');
    return parse(name, input);
  };
  return {
    run: (name, ...input) => runNamed({ name, input }) as never,
    close: () => threads.close(),
  };
};
