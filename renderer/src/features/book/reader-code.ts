import type { ReaderKind } from './reader-kind.ts';

/** The code of each reader; loaded once, whoever asks first. */
export const readerCode = {
  comic: () => import('../../readers/comic/comic-reader-page.tsx'),
  text: () => import('../../readers/epub/epub-reader-page.tsx'),
  pdf: () => import('../../readers/pdf/pdf-reader-page.tsx'),
};

/** Starts to load a reader that is probably needed. Failures show when it is. */
export const preloadReaderCode = (kind: ReaderKind): void => {
  readerCode[kind]().catch(() => undefined);
};
