import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { ContentsPanel } from '../shell/contents-panel.tsx';
import { readOutline } from './outline.ts';
import type { PDFDocumentProxy } from './pdf-js.ts';
import type { PdfTarget } from './pdf-navigation.ts';

interface PdfContentsProps {
  pdf: PDFDocumentProxy;
  /** The current page. */
  page: number;
  onGo: (target: PdfTarget) => void;
  onClose: () => void;
}

/** Panel with the document's outline. */
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
      entries={entries}
      current={current}
      onGo={onGo}
      onClose={onClose}
      empty={t(isPending ? 'outline.loading' : 'outline.empty')}
    />
  );
};
