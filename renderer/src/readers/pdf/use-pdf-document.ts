import { useEffect, useState } from 'react';

import { failureOf, type PdfFailure } from './pdf-failure.ts';
import { openPdf, type PDFDocumentProxy } from './pdf-js.ts';
import { fileUrl } from './pdf-position.ts';

type Opening =
  | { state: 'loading' }
  | { state: 'open'; pdf: PDFDocumentProxy }
  | { state: 'failed'; failure: PdfFailure };

/** Opens a book's file and releases it on unmount. */
export const usePdfDocument = (bookId: string): [Opening, () => void] => {
  const [opening, setOpening] = useState<Opening>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const task = openPdf(fileUrl(bookId));
    task.promise.then(
      (pdf) => {
        if (isWanted) setOpening({ state: 'open', pdf });
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
