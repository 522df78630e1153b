import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';

/**
 * What the document itself calls a page, `iv` or `A-3`, in the order of the pages; null for one that is
 * called by its number.
 */
export const usePageLabels = (pdf: Pick<PDFDocumentProxy, 'getPageLabels'>) => {
  const [labels, setLabels] = useState<readonly (string | null)[]>([]);
  useEffect(() => {
    let isWanted = true;
    pdf.getPageLabels().then(
      (found) => {
        if (isWanted) setLabels(spoken(found ?? []));
      },
      // Damaged labels are none.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [pdf]);
  return labels;
};

/** Longer ones are no labels to be shown in a bar. */
const longest = 20;

const spoken = (labels: readonly string[]): (string | null)[] =>
  labels.map((label, index) => {
    const text = label.trim().slice(0, longest);
    return text === '' || text === String(index + 1) ? null : text;
  });
