import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { ContentsPanel } from '../text-reader/contents-panel.tsx';
import { readOutline } from './outline.ts';
import type { PdfTarget } from './pdf-engine.ts';
import type { PDFDocumentProxy } from './pdf-js.ts';

interface PdfContentsProps {
  pdf: PDFDocumentProxy;
  /** The page that is read. */
  page: number;
  onGo: (target: PdfTarget) => void;
  onClose: () => void;
}

/** The outline of the document. */
export const PdfContents = ({ pdf, page, onGo, onClose }: PdfContentsProps) => {
  const { t } = useTranslation('pdf');
  const { data: entries = [], isPending } = useQuery({
    queryKey: ['pdf-reader', 'outline', pdf.fingerprints[0]],
    queryFn: () => readOutline(pdf),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  });
  const current = entries.findLast((entry) => entry.page !== null && entry.page <= page);
  return (
    <ContentsPanel
      {...{ entries, current, onGo, onClose }}
      empty={t(isPending ? 'outline.loading' : 'outline.empty')}
    />
  );
};
