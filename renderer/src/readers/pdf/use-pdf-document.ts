import { useEffect, useState } from 'react';

import { failureOf, type PdfFailure } from './pdf-failure.ts';
import { openPdf, type PDFDocumentProxy } from './pdf-js.ts';
import { fileUrl } from './pdf-position.ts';

type Opening =
  | { state: 'loading' }
  | { state: 'open'; pdf: PDFDocumentProxy; isRightToLeft: boolean }
  | { state: 'failed'; failure: PdfFailure };

/** Opens a book's file and releases it on unmount. */
export const usePdfDocument = (bookId: string): [Opening, () => void] => {
  const [opening, setOpening] = useState<Opening>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const task = openPdf(fileUrl(bookId));
    task.promise.then(readStart).then(
      (opened) => {
        if (isWanted) setOpening({ state: 'open', ...opened });
      },
      async (error: unknown) => {
        const failure = await failureOf(error, () => fetch(fileUrl(bookId), { method: 'HEAD' }));
        if (isWanted) setOpening({ state: 'failed', failure });
      },
    );
    return () => {
      isWanted = false;
      void task.destroy();
    };
  }, [bookId, attempt]);
  const retry = () => {
    setOpening({ state: 'loading' });
    setAttempt((before) => before + 1);
  };
  return [opening, retry];
};

/** A document without its first page is damaged, unless the server did not send that. */
const firstPageError = (error: unknown): Error =>
  error instanceof Error && error.name === 'ResponseException'
    ? error
    : Object.assign(new Error(String(error)), { name: 'InvalidPDFException' });

/** @throws for a document whose first page cannot be read, which the viewer would leave blank */
const readStart = async (pdf: PDFDocumentProxy) => {
  await pdf.getPage(1).catch((error: unknown) => {
    throw firstPageError(error);
  });
  const preferences = (await pdf.getViewerPreferences()) as { Direction?: unknown } | null;
  return { pdf, isRightToLeft: preferences?.Direction === 'R2L' };
};
