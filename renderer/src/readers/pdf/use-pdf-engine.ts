import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

import type { EngineEvents, Mark } from '../epub/engine/book-engine.ts';
import { useDocumentEngine, type EngineState } from '../shell/document-engine.ts';
import { createPdfEngine, type PdfEngine } from './pdf-engine.ts';
import type { PdfTarget } from './pdf-navigation.ts';
import type { PdfView } from './pdf-viewer.ts';
import type { PDFDocumentProxy } from './pdf-js.ts';

interface PdfEngineOptions extends Pick<EngineEvents, 'onPlace' | 'onTap' | 'onMark' | 'onLink'> {
  engine: RefObject<PdfEngine | null>;
  bookId: string;
  pdf: PDFDocumentProxy;
  start: PdfTarget;
  view: PdfView;
  marks: readonly Mark[];
  onSwipe: (step: 1 | -1) => void;
}

/** The engine of a document in its container, and what it last told; scale 1 is a page as large as it is printed. */
export const usePdfEngine = (options: PdfEngineOptions) => {
  const { engine, bookId, pdf, start, view, marks } = options;
  const { t } = useTranslation('pdf');
  const latest = useRef({ ...options, t });
  useLayoutEffect(() => {
    latest.current = { ...options, t };
  });
  const [scale, setScale] = useState(1);

  const make = useCallback(
    (container: HTMLDivElement, events: EngineState): PdfEngine => {
      const made = createPdfEngine({
        ...{ container, document: pdf, bookId, start },
        view: latest.current.view,
        labels: {
          page: (page) => latest.current.t('page', { page }),
          failed: latest.current.t('pageFailed'),
        },
        events: {
          ...events,
          onPlace: (place) => latest.current.onPlace(place),
          onTap: (zone) => latest.current.onTap(zone),
          onMark: (id) => latest.current.onMark(id),
          onLink: (url) => latest.current.onLink(url),
          onScale: setScale,
          onSwipe: (step) => latest.current.onSwipe(step),
        },
      });
      // Keyboard and screen reader users start at the pages.
      container.focus({ preventScroll: true });
      made.setMarks(latest.current.marks);
      return made;
    },
    [bookId, pdf, start],
  );
  const mounted = useDocumentEngine(engine, marks, make);

  const { fit, custom_fit, layout, continuous } = view;
  useEffect(
    () => engine.current?.setView({ fit, custom_fit, layout, continuous }),
    [engine, fit, custom_fit, layout, continuous],
  );
  return { ...mounted, scale };
};
