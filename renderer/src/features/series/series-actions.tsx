import { Button, Menu, Skeleton } from '@mantine/core';
import {
  IconBook,
  IconCheck,
  IconEyeOff,
  IconFileZip,
  IconPlayerPlay,
  IconRefresh,
  IconRotate,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import { getSeriesFile } from '../../../../shared/api/downloads.ts';
import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { serverUrl } from '../../api/base-path.ts';
import { useCan } from '../../api/session-store.ts';
import { SeriesDownloadItems } from '../../offline/series-download-items.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { MenuLink } from '../../ui/layout/menu-link.tsx';
import { SplitButton } from '../../ui/controls/split-button.tsx';
import { BookMailItem } from '../book-mail/book-mail-item.tsx';
import { BookFeedItem } from '../book-feeds/book-feed-item.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ConvertItem } from '../conversions/convert-item.tsx';
import { DeleteFilesItem } from '../file-deletions/delete-files-item.tsx';
import { RevealItem } from '../opened-files/reveal-item.tsx';
import { ReprocessItem } from '../reprocess/reprocess-item.tsx';
import { markRecords } from '../selection/mark-many.ts';
import { bookMark, nextBook, type NextBook } from './next-book.ts';

interface SeriesActionsProps {
  series: FullSeries;
  /** Undefined while loading. */
  books: readonly CompactBook[] | undefined;
  /** Loads the books again, if they could not be loaded. */
  onRetry: (() => void) | null;
}

/** Continue button (`Vol 3 · p 41`) with a menu of the other actions. */
export const SeriesActions = ({ series, books, onRetry }: SeriesActionsProps) => {
  const { t } = useTranslation(['series', 'common']);
  const client = useQueryClient();
  const mark = (read: boolean) =>
    void markRecords(client, { kind: 'series', ids: [series.id], read });
  const { bytes } = useLocale();
  const canMark = useCan('progress-write');
  const canDownload = useCan('books-download');
  if (books === undefined && onRetry !== null) {
    return (
      <Button variant="default" size="md" leftSection={<IconRefresh size={18} />} onClick={onRetry}>
        {t('common:error.retry')}
      </Button>
    );
  }
  if (books === undefined) return <Skeleton width={245} height={42} data-awaited />;
  const next = nextBook(books);
  const first = books.find(({ error }) => error === null);
  if (next === null || first === undefined) return null;

  return (
    <SplitButton
      menuLabel={t('moreActions')}
      main={
        <ButtonLink
          size="md"
          to="/read/$bookId"
          params={{ bookId: next.book.id }}
          search={next.kind === 'again' ? { page: 1 } : {}}
          leftSection={<IconPlayerPlay size={18} />}
        >
          <ReadLabel next={next} />
        </ButtonLink>
      }
    >
      <MenuLink
        to="/read/$bookId"
        params={{ bookId: first.id }}
        search={{ page: 1 }}
        leftSection={<IconBook size={16} />}
      >
        {t('fromStart')}
      </MenuLink>
      <MenuLink
        to="/read/$bookId"
        params={{ bookId: next.book.id }}
        search={{ incognito: true }}
        leftSection={<IconEyeOff size={16} />}
      >
        {t('incognito')}
      </MenuLink>
      <BookMailItem target={{ kind: 'series', id: series.id, name: series.name }} />
      <BookFeedItem scope="series_id" id={series.id} name={series.name} />
      <RevealItem kind="series" id={series.id} />
      <SeriesDownloadItems id={series.id} name={series.name} />
      {canDownload && (
        <Menu.Item
          component="a"
          href={serverUrl(getSeriesFile, { params: { id: series.id } })}
          download
          leftSection={<IconFileZip size={16} />}
        >
          {t('saveAll', { size: bytes(series.file_size) })}
        </Menu.Item>
      )}
      <ReprocessItem scope={{ kind: 'series', ids: [series.id], name: series.name }} />
      <ConvertItem kind="series" id={series.id} />
      {canMark && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconCheck size={16} />}
            disabled={series.read_status === 'read'}
            onClick={() => mark(true)}
          >
            {t('markRead')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRotate size={16} />}
            disabled={series.read_status === 'unread'}
            onClick={() => mark(false)}
          >
            {t('markUnread')}
          </Menu.Item>
        </>
      )}
      <DeleteFilesItem kind="series" id={series.id} />
    </SplitButton>
  );
};

const ReadLabel = ({ next: { book, kind } }: { next: NextBook }) => {
  const { t } = useTranslation('series');
  const mark = bookMark(book);
  const name = mark === null ? null : t(`mark.${mark.kind}`, { value: mark.value });
  const page = kind === 'continue' ? t('page', { page: book.progress?.current_page ?? 1 }) : null;
  return [[t(kind), name].filter(Boolean).join(' '), page].filter(Boolean).join(' · ');
};
