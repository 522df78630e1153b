import { createImageQueue } from '../media/image-queue.ts';
import { createPageSource } from '../media/pages/page-source.ts';
import { createPdf } from '../media/pdf/pdf.ts';
import { createReadGate } from '../media/read-gate.ts';
import { createThumbnails } from '../media/thumbnails.ts';
import { createParseWorker } from '../parse-worker/parse-worker.ts';
import { createOnDemandReader } from '../scanner/on-demand/on-demand-reader.ts';
import type { AppContext } from './app-context.ts';

/** Readers of book files, and the images made from them. */
export const createMedia = (
  { limits, paths, requester, shutdown }: AppContext,
  {
    volumeOf,
    onSilent,
  }: {
    /** The folder of the library, or the drive, that a path is on. */
    volumeOf: (path: string) => string;
    /** Called with a folder that no longer answers. */
    onSilent: (path: string) => void;
  },
) => {
  const pdf = createPdf({ limits, ownerOf: requester.current, volumeOf });
  const gate = createReadGate({ ownerOf: requester.current, onSilent });
  shutdown.defer('waiting for drives', gate.stop);
  const gated = <Result>(path: string, read: () => Promise<Result>) =>
    gate.run(volumeOf(path), read);
  const reader = createOnDemandReader({ limits, gated, ownerOf: requester.current, volumeOf });
  shutdown.defer('threads that read books', () => reader.close());
  const source = createPageSource({
    archivesDir: paths.archives,
    limits,
    pdf,
    gated,
    ownerOf: requester.current,
    volumeOf,
    closing: (path, close) => gate.close(volumeOf(path), close),
  });
  shutdown.defer('open books', () => source.close());
  const parser = createParseWorker({ ownerOf: requester.current });
  shutdown.defer('threads that parse texts', () => parser.close());
  const images = createImageQueue();
  const thumbnails = createThumbnails({ dir: paths.thumbnails, queue: images, limits });
  return { pdf, gate, gated, volumeOf, reader, parser, source, images, thumbnails };
};
