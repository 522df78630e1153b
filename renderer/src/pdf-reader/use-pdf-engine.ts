import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

import type { BookSelection, EngineEvents, Mark } from '../books/book-engine.ts';
import { createPdfEngine, type PdfEngine, type PdfTarget, type PdfView } from './pdf-engine.ts';
import type { PDFDocumentProxy } from './pdf-js.ts';

interface PdfEngineOptions extends Pick<EngineEvents, 'onPlace' | 'onTap' | 'onMark' | 'onLink'> {
  bookId: string;
  pdf: PDFDocumentProxy;
  start: PdfTarget;
  view: PdfView;
  marks: readonly Mark[];
  onSwipe: (step: 1 | -1) => void;
}

interface OpenPdf {
  container: RefObject<HTMLDivElement | null>;
  engine: RefObject<PdfEngine | null>;
  selection: BookSelection | null;
  isLoading: boolean;
  /** 1 shows a page as large as it is printed. */
  scale: number;
}

/** The engine of a document in its container, and what it last told. */
export const usePdfEngine = (options: PdfEngineOptions): OpenPdf => {
  const { bookId, pdf, start, view, marks } = options;
  const { t } = useTranslation('pdf');
  const container = useRef<HTMLDivElement>(null);
  const engine = useRef<PdfEngine | null>(null);
  const latest = useRef({ ...options, t });
  useLayoutEffect(() => {
    latest.current = { ...options, t };
  });
  const [selection, setSelection] = useState<BookSelection | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [scale, setScale] = useState(1);

  useEffect(() => {
    if (!container.current) return;
    const made = createPdfEngine({
      container: container.current,
      document: pdf,
      bookId,
      start,
      view: latest.current.view,
      labels: {
        page: (page) => latest.current.t('page', { page }),
        failed: latest.current.t('pageFailed'),
      },
      events: {
        onPlace: (place) => latest.current.onPlace(place),
        onLoading: setIsLoading,
        onSelect: setSelection,
        onTap: (zone) => latest.current.onTap(zone),
        onMark: (id) => latest.current.onMark(id),
        onLink: (url) => latest.current.onLink(url),
        onScale: setScale,
        onSwipe: (step) => latest.current.onSwipe(step),
      },
    });
    engine.current = made;
    // Keys and screen readers start at the pages.
    container.current.focus({ preventScroll: true });
    made.setMarks(latest.current.marks);
    return () => {
      engine.current = null;
      made.destroy();
    };
  }, [bookId, pdf, start]);

  const { fit, custom_fit, layout, continuous } = view;
  useEffect(
    () => engine.current?.setView({ fit, custom_fit, layout, continuous }),
    [fit, custom_fit, layout, continuous],
  );
  useEffect(() => engine.current?.setMarks(marks), [marks]);

  return { container, engine, selection, isLoading, scale };
};
