import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';

/**
 * The document's own page labels, such as `iv` or `A-3`, by page; null if the label is the page
 * number.
 */
export const usePageLabels = (pdf: Pick<PDFDocumentProxy, 'getPageLabels'>) => {
  const [labels, setLabels] = useState<readonly (string | null)[]>([]);
  useEffect(() => {
    let isWanted = true;
    pdf.getPageLabels().then(
      (found) => {
        if (isWanted) setLabels(spoken(found ?? []));
      },
      // Ignored: without valid labels the page numbers are shown.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [pdf]);
  return labels;
};

/** Longer labels are cut to fit the bar (characters). */
const longest = 20;

const spoken = (labels: readonly string[]): (string | null)[] =>
  labels.map((label, index) => {
    const text = label.trim().slice(0, longest);
    return text === '' || text === String(index + 1) ? null : text;
  });
