import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Mark } from '../epub/engine/book-engine.ts';
import { FindPanel } from '../shell/find-panel.tsx';
import type { PDFDocumentProxy } from './pdf-js.ts';
import type { PdfTarget } from './pdf-navigation.ts';
import classes from './pdf-reader.module.css';
import { createPdfSearch, type PdfHit } from './pdf-search.ts';

interface PdfFindProps {
  bookId: string;
  pdf: PDFDocumentProxy;
  /** Called with the hits to highlight on the pages. */
  onFound: (marks: readonly Mark[]) => void;
  onGo: (target: PdfTarget) => void;
  onClose: () => void;
}

/** Searches the document; all hits are highlighted while the panel is open. */
export const PdfFind = ({ bookId, pdf, onFound, onGo, onClose }: PdfFindProps) => {
  const { t } = useTranslation('pdf');
  const [words, setWords] = useState('');
  const [isCaseKept, setIsCaseKept] = useState(false);
  const [search] = useState(() => createPdfSearch(pdf, bookId));
  useEffect(() => () => onFound([]), [onFound]);
  return (
    <FindPanel<PdfHit>
      searchKey={[bookId, isCaseKept]}
      search={async (q, signal) => {
        const found = await search(q, isCaseKept, signal);
        onFound(found.results.map((hit) => ({ id: 'found', locator: hit, color: 'found' })));
        return found;
      }}
      words={words}
      onWords={setWords}
      options={
        <label className={classes.option}>
          <input
            type="checkbox"
            checked={isCaseKept}
            onChange={({ target }) => setIsCaseKept(target.checked)}
          />
          {t('find.case')}
        </label>
      }
      onGo={(hit, all) => {
        onFound([
          ...all
            .filter((other) => other !== hit)
            .map((locator): Mark => ({ id: 'found', locator, color: 'found' })),
          { id: 'here', locator: hit, color: 'here' },
        ]);
        onGo(hit);
      }}
      onClose={onClose}
    />
  );
};
