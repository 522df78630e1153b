import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

import type { BookPosition, Mark } from '../epub/engine/book-engine.ts';
import { useDocumentEngine } from '../shell/document-engine.ts';
import { createPdfEngine, type PdfEngine, type PdfEvents } from './pdf-engine.ts';
import type { PDFDocumentProxy } from './pdf-js.ts';
import type { PdfTarget } from './pdf-navigation.ts';
import type { PdfView } from './pdf-viewer.ts';

interface PdfEngineOptions {
  engine: RefObject<PdfEngine | null>;
  bookId: string;
  pdf: PDFDocumentProxy;
  start: PdfTarget;
  view: PdfView;
  marks: readonly Mark[];
  events: Pick<
    PdfEvents,
    'onMove' | 'onTap' | 'onMark' | 'onLink' | 'onSwipe' | 'onTurn' | 'onPageError'
  >;
}

/** The engine of a document in its container, and its state; scale 1 is a page as large as it is printed. */
export const usePdfEngine = (options: PdfEngineOptions) => {
  const { engine, bookId, pdf, start, view, marks, events } = options;
  const { t } = useTranslation('pdf');
  const [scale, setScale] = useState(1);
  const first = useRef({ view, start });
  /** The document can be opened again, at the place that it showed. */
  const place = useRef<PdfTarget | null>(null);
  const mounted = useDocumentEngine(
    engine,
    marks,
    {
      ...events,
      onMove: (position: BookPosition) => {
        place.current = position.locator;
        events.onMove(position);
      },
      onScale: setScale,
    },
    useCallback(
      (container: HTMLDivElement, engineEvents: PdfEvents): PdfEngine => {
        // Keyboard and screen reader users start at the pages.
        container.focus({ preventScroll: true });
        return createPdfEngine({
          container,
          document: pdf,
          bookId,
          start: place.current ?? first.current.start,
          isReopened: place.current !== null,
          view: first.current.view,
          labels: { page: (page) => t('page', { page }), failed: t('pageFailed') },
          events: engineEvents,
        });
      },
      [bookId, pdf, t],
    ),
  );

  const { fit, custom_fit, layout, continuous } = view;
  useEffect(
    () => engine.current?.setView({ fit, custom_fit, layout, continuous }),
    [engine, fit, custom_fit, layout, continuous],
  );
  return { ...mounted, scale };
};
