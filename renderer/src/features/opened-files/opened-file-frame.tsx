import { IconBookUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from '../../readers/shell/bar-button.tsx';
import { leaveFullscreen } from '../../readers/shell/fullscreen.ts';
import { TopBarExtra } from '../../readers/shell/top-bar-extra.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { AddFileDialog } from './add-file-dialog.tsx';
import { openedFileQuery } from './queries.ts';

interface OpenedFileFrameProps {
  fileId: string;
  /** Called when the file has become a library book. */
  onBook: (bookId: string) => void;
  /** The reader. */
  children: ReactNode;
}

/** Wraps the reader of a standalone file with the "Add to library" action. */
export const OpenedFileFrame = ({ fileId, onBook, children }: OpenedFileFrameProps) => {
  const { t } = useTranslation('opened');
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [isArriving, setArriving] = useState(false);
  const { data: file } = useQuery(openedFileQuery(fileId, isArriving));
  const bookId = file?.book_id ?? null;

  const arrived = useEffectEvent((book: string) => {
    showToast(t('added'));
    onBook(book);
  });
  useEffect(() => {
    if (bookId !== null) arrived(bookId);
  }, [bookId]);

  const button = useMemo(
    () => (
      <BarButton
        label={t(isArriving ? 'arriving' : 'add')}
        icon={IconBookUpload}
        isDisabled={isArriving}
        onClick={() => {
          leaveFullscreen();
          setAdding(true);
        }}
      />
    ),
    [t, isArriving],
  );
  return (
    <TopBarExtra value={button}>
      {children}
      <AddFileDialog
        fileId={fileId}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false);
          setArriving(true);
          showToast(t('scanning'));
          void client.invalidateQueries({ queryKey: ['opened-file', fileId] });
        }}
      />
    </TopBarExtra>
  );
};
