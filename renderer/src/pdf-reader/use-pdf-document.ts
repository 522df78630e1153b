import { useEffect, useState } from 'react';

import { openPdf, type PDFDocumentProxy } from './pdf-js.ts';
import { fileUrl } from './pdf-place.ts';

/** Why a document cannot be opened. */
type PdfFailure = 'password' | 'damaged' | 'missing' | 'unreachable';

type Opening =
  | { state: 'loading' }
  | { state: 'open'; pdf: PDFDocumentProxy }
  | { state: 'failed'; failure: PdfFailure };

/** Opens the file of a book and closes it when nobody reads it any more. */
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
      (error: unknown) => {
        if (isWanted) setOpening({ state: 'failed', failure: failureOf(error) });
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

/** The errors of pdf.js are known by their names. */
const failureOf = (error: unknown): PdfFailure => {
  const { name, status } = error as { name?: unknown; status?: unknown };
  if (name === 'PasswordException') return 'password';
  if (name === 'InvalidPDFException') return 'damaged';
  if (name === 'ResponseException') return status === 404 ? 'missing' : 'unreachable';
  return name === 'UnknownErrorException' ? 'unreachable' : 'damaged';
};
