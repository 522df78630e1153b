import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconBook,
  IconBookmarks,
  IconCalendarCheck,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconEyeOff,
  IconFileText,
  IconHistory,
  IconPlayerPlay,
  IconRotate,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type FullBook, getBookFile } from '../../../../shared/api/books.ts';
import { serverUrl } from '../../api/base-path.ts';
import { useCan } from '../../api/session-store.ts';
import { DownloadButton, DownloadItem } from '../../offline/download-item.tsx';
import { useReadingSettings } from '../../readers/settings/use-reading-settings.ts';
import { SplitButton } from '../../ui/controls/split-button.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ActionIconLink, ButtonLink } from '../../ui/layout/links.tsx';
import { MenuLink } from '../../ui/layout/menu-link.tsx';
import { BookMailItem } from '../book-mail/book-mail-item.tsx';
import { ConvertItem } from '../conversions/convert-item.tsx';
import { DeleteFilesItem } from '../file-deletions/delete-files-item.tsx';
import { EditButton } from '../editing/edit-button.tsx';
import { ListButtons } from '../lists/entity-lists.tsx';
import { RevealItem } from '../opened-files/reveal-item.tsx';
import { ReprocessItem } from '../reprocess/reprocess-item.tsx';
import { markRecords } from '../selection/mark-many.ts';
import classes from './book-page.module.css';
import { isReadable } from './readable.ts';

const PositionHistoryDialog = lazyPart(async () => {
  const { PositionHistoryDialog: Dialog } =
    await import('../reading-positions/position-history-dialog.tsx');
  return { default: Dialog };
});

const ReadingsDialog = lazyPart(async () => ({
  default: (await import('../readings/readings-dialog.tsx')).ReadingsDialog,
}));

/** Read button with menu, read/unread toggle, and the neighbours in the series. */
export const BookActions = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const client = useQueryClient();
  const mark = (read: boolean) => void markRecords(client, { kind: 'books', ids: [book.id], read });
  const canMark = useCan('progress-write');
  const canReadPlaces = useCan('progress-read');
  const canDownload = useCan('books-download');
  const [dialog, setDialog] = useState<'places' | 'readings' | null>(null);
  const { progress } = book;
  const begun = progress !== null && !progress.is_completed;
  const done = progress?.is_completed === true;
  const readable = isReadable(book);
  return (
    <>
      {readable && (
        <SplitButton
          menuLabel={t('moreActions')}
          main={
            <ButtonLink
              size="md"
              to="/read/$bookId"
              params={{ bookId: book.id }}
              search={done ? { page: 1 } : {}}
              leftSection={<IconPlayerPlay size={18} />}
            >
              {begun
                ? t('continueAt', { page: progress.current_page })
                : t(done ? 'again' : 'read')}
            </ButtonLink>
          }
        >
          <MenuLink
            to="/read/$bookId"
            params={{ bookId: book.id }}
            search={{ page: 1 }}
            leftSection={<IconBook size={16} />}
          >
            {t('fromStart')}
          </MenuLink>
          <MenuLink
            to="/read/$bookId"
            params={{ bookId: book.id }}
            search={{ incognito: true }}
            leftSection={<IconEyeOff size={16} />}
          >
            {t('incognito')}
          </MenuLink>
          <MenuLink
            to="/read/$bookId"
            params={{ bookId: book.id }}
            target="_blank"
            leftSection={<IconExternalLink size={16} />}
          >
            {t('newWindow')}
          </MenuLink>
          {book.format === 'pdf' && canDownload && <OpenAsItems book={book} />}
          {canMark && begun && (
            <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => mark(false)}>
              {t('markUnread')}
            </Menu.Item>
          )}
          {canReadPlaces && (
            <>
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                onClick={() => setDialog('places')}
              >
                {t('places.open')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconCalendarCheck size={16} />}
                onClick={() => setDialog('readings')}
              >
                {t('readings.open')}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <RevealItem kind="book" id={book.id} />
          <BookMailItem target={{ kind: 'book', book }} />
          <DownloadItem bookId={book.id} />
          <ReprocessItem scope={{ kind: 'books', ids: [book.id], name: book.title }} />
          {canDownload && (
            <Menu.Item
              component="a"
              href={serverUrl(getBookFile, { params: { id: book.id } })}
              download={book.filename}
              leftSection={<IconDownload size={16} />}
            >
              {t('download')}
            </Menu.Item>
          )}
          <ConvertItem kind="books" id={book.id} />
          <DeleteFilesItem kind="books" id={book.id} />
        </SplitButton>
      )}
      {readable && <DownloadButton bookId={book.id} />}
      {canMark && (readable || progress !== null) && (
        <Tooltip label={t(done ? 'markUnread' : 'markRead')}>
          <ActionIcon
            size={42}
            variant="default"
            aria-label={t(done ? 'markUnread' : 'markRead')}
            onClick={() => mark(!done)}
          >
            {done ? <IconRotate size={19} /> : <IconCheck size={19} />}
          </ActionIcon>
        </Tooltip>
      )}
      {dialog === 'places' && <PositionHistoryDialog book={book} onClose={() => setDialog(null)} />}
      {dialog === 'readings' && <ReadingsDialog bookId={book.id} onClose={() => setDialog(null)} />}
      <span className={classes.neighbours}>
        <Neighbour
          id={book.previous_id}
          label={t('previous')}
          icon={<IconChevronLeft size={19} />}
        />
        <Neighbour id={book.next_id} label={t('next')} icon={<IconChevronRight size={19} />} />
      </span>
      <ListButtons kind="books" id={book.id} />
      <EditButton entity="book" id={book.id} label={t('edit')} />
    </>
  );
};

const Neighbour = ({
  id,
  label,
  icon,
}: {
  id: string | null;
  label: string;
  icon: React.ReactNode;
}) => {
  if (id === null) return null;
  return (
    <Tooltip label={label}>
      <ActionIconLink
        size={42}
        variant="default"
        to="/book/$bookId"
        params={{ bookId: id }}
        replace
        aria-label={label}
      >
        {icon}
      </ActionIconLink>
    </Tooltip>
  );
};

/** Opens a PDF as document or comic and saves that for its series. */
const OpenAsItems = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const { values, set } = useReadingSettings('pdf', {
    libraryId: book.library_id,
    seriesId: book.series_id,
    bookId: book.id,
  });
  return (['text', 'images'] as const).map((mode) => (
    <MenuLink
      key={mode}
      to="/read/$bookId"
      params={{ bookId: book.id }}
      leftSection={mode === 'text' ? <IconFileText size={16} /> : <IconBookmarks size={16} />}
      rightSection={values.mode === mode && <IconCheck size={15} aria-label={t('openAs.chosen')} />}
      onClick={() => set({ mode }, 'series')}
    >
      {t(`openAs.${mode}`)}
    </MenuLink>
  ));
};
