/**
 * Shares one import between all who ask, because WebKit answers a second import of a module that is still
 * being evaluated with an empty one. A failed import is tried again.
 */
const shared = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let started: Promise<Module> | undefined;
  return () =>
    (started ??= load().catch((error: unknown) => {
      started = undefined;
      throw error;
    }));
};

/** The code of each reader. */
export const readerCode = {
  comic: shared(() => import('../../readers/comic/comic-reader-page.tsx')),
  text: shared(() => import('../../readers/epub/epub-reader-page.tsx')),
  pdf: shared(() => import('../../readers/pdf/pdf-reader-page.tsx')),
};

/** The reader for a book: page images, text, or PDF. */
export type ReaderKind = keyof typeof readerCode;

/** Starts to load a reader that is probably needed. Failures show when it is. */
export const preloadReaderCode = (kind: ReaderKind): void => {
  readerCode[kind]().catch(() => undefined);
};
