import { sharedImport } from '../../ui/loading/import-module.ts';

/** The code of each reader. */
export const readerCode = {
  comic: sharedImport(() => import('../../readers/comic/comic-reader-page.tsx')),
  text: sharedImport(() => import('../../readers/epub/epub-reader-page.tsx')),
  pdf: sharedImport(() => import('../../readers/pdf/pdf-reader-page.tsx')),
};

/** The reader for a book: page images, text, or PDF. */
export type ReaderKind = keyof typeof readerCode;

/** Starts to load a reader that is probably needed. Failures show when it is. */
export const preloadReaderCode = (kind: ReaderKind): void => {
  readerCode[kind]().catch(() => undefined);
};
