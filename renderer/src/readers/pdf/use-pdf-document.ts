import { useCallback, useEffect, useState } from 'react';

import { failureOf, type PdfFailure } from './pdf-failure.ts';
import { openPdf, type PDFDocumentProxy } from './pdf-js.ts';
import { fileUrl } from './pdf-position.ts';

type Opening =
  | { state: 'loading' }
  | { state: 'open'; pdf: PDFDocumentProxy; isRightToLeft: boolean }
  | { state: 'failed'; failure: PdfFailure };

/** Rejects if the server does not deliver the file; a proxy may answer in its place. */
const requestFile = async (bookId: string): Promise<void> => {
  const { ok } = await fetch(fileUrl(bookId), { method: 'HEAD', redirect: 'error' });
  if (!ok) throw new Error('The file is not delivered');
};

/**
 * Opens a book's file and releases it on unmount. An open document stays until another attempt
 * succeeds, because pdf.js never asks again for a range that it missed.
 */
export const usePdfDocument = (bookId: string) => {
  const [opening, setOpening] = useState<Opening>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [failures, setFailures] = useState(0);
  const pdf = opening.state === 'open' ? opening.pdf : null;
  const explain = useCallback(
    (error: unknown) => failureOf(error, () => requestFile(bookId)),
    [bookId],
  );

  useEffect(() => () => void pdf?.loadingTask.destroy(), [pdf]);
  useEffect(() => {
    let isWanted = true;
    const task = openPdf(fileUrl(bookId));
    task.promise.then(readStart).then(
      (opened) => {
        if (!isWanted) return;
        isWanted = false;
        setFailures(0);
        setOpening({ state: 'open', ...opened });
      },
      async (error: unknown) => {
        const failure = await explain(error);
        if (!isWanted) return;
        setFailures((before) => before + 1);
        setOpening((before) => (before.state === 'open' ? before : { state: 'failed', failure }));
      },
    );
    return () => {
      if (isWanted) void task.destroy();
      isWanted = false;
    };
  }, [bookId, attempt, explain]);

  return {
    opening,
    /** Attempts in a row that failed, and pages that did not arrive. */
    failures,
    reopen: () => {
      setOpening((before) => (before.state === 'open' ? before : { state: 'loading' }));
      setAttempt((before) => before + 1);
    },
    onPageError: (error: unknown) =>
      void explain(error).then((failure) => {
        // The document can have been opened again meanwhile.
        if (failure === 'unreachable' && pdf?.loadingTask.destroyed === false)
          setFailures((before) => Math.max(1, before));
      }),
  };
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
