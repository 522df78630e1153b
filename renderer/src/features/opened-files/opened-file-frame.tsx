import { IconBookUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from '../../reader/bar-button.tsx';
import { TopBarExtra } from '../../reader/loose.ts';
import { say } from '../../ui/notify.ts';
import { AddFileDialog } from './add-file-dialog.tsx';
import { openedFileQuery } from './queries.ts';

interface OpenedFileFrameProps {
  fileId: string;
  /** The file is a book of a library now, and has the place. */
  onBook: (bookId: string) => void;
  /** The reader. */
  children: ReactNode;
}

/** What a reader of a file outside of the libraries has beside it: the way into one. */
export const OpenedFileFrame = ({ fileId, onBook, children }: OpenedFileFrameProps) => {
  const { t } = useTranslation('opened');
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [isArriving, setArriving] = useState(false);
  const { data: file } = useQuery(openedFileQuery(fileId, isArriving));
  const bookId = file?.book_id ?? null;

  const arrived = useEffectEvent((book: string) => {
    say(t('added'));
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
          // What is fullscreen would hide the dialog.
          if (document.fullscreenElement) void document.exitFullscreen();
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
          say(t('scanning'));
          void client.invalidateQueries({ queryKey: ['opened-file', fileId] });
        }}
      />
    </TopBarExtra>
  );
};
