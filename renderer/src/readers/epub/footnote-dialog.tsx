import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import type { Footnote } from './engine/footnotes.ts';

interface FootnoteDialogProps {
  footnote: Footnote | null;
  language: string | undefined;
  onGo: (target: { href: string }) => void;
  onClose: () => void;
}

/** A note of the book, over the page that refers to it. */
export const FootnoteDialog = (props: FootnoteDialogProps) => {
  const { footnote, language, onGo, onClose } = props;
  const { t } = useTranslation('text');
  if (footnote === null) return null;
  return (
    <Dialog title={t('footnote.title')} opened onClose={onClose}>
      <p dir="auto" lang={language} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {footnote.text}
      </p>
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            onClose();
            onGo({ href: footnote.href });
          }}
        >
          {t('footnote.open')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
