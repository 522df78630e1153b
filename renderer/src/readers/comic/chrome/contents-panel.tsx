import { IconBookmark, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedAnnotation } from '../../../../../shared/api/annotations.ts';
import type { CompactBook } from '../../../../../shared/api/book-record.ts';
import { bookThumbnailUrl, pageUrl } from '../../../api/client.ts';
import { useIsLost } from '../../../api/connection-store.ts';
import { seriesBooksQuery } from '../../../api/series-books-query.ts';
import { downloadedBooksQuery } from '../../../offline/downloaded-books-query.ts';
import { useRem } from '../../../ui/layout/use-rem.ts';
import { useScrollMargin } from '../../../ui/lists/use-scroll-margin.ts';
import { SidePanel } from '../../settings/side-panel.tsx';
import { isStandaloneFile } from '../../shell/is-standalone-file.ts';
import { useReader, useReaderActions } from '../store/reader-context.tsx';
import classes from './contents-panel.module.css';

interface ContentsPanelProps {
  /** Sorted by page; null if the user lacks the permission. */
  bookmarks: readonly ListedAnnotation[] | null;
  /** They could not be loaded. */
  isUnknown: boolean;
  onDelete: (bookmark: ListedAnnotation) => void;
}

/** The book's bookmarks, and the books of its series if it has one. */
export const ContentsPanel = ({ bookmarks, isUnknown, onDelete }: ContentsPanelProps) => {
  const actions = useReaderActions();
  const book = useReader((state) => state.book);
  const isAlone = isStandaloneFile(book);
  return (
    <SidePanel
      title={isAlone ? book.title : book.series_name}
      onClose={() => actions.set({ panel: null })}
    >
      <div>
        {bookmarks && (
          <MarkedPages bookmarks={bookmarks} isUnknown={isUnknown} onDelete={onDelete} />
        )}
        {!isAlone && <BooksOfSeries />}
      </div>
    </SidePanel>
  );
};

const BooksOfSeries = () => {
  const { t } = useTranslation('reader');
  const book = useReader((state) => state.book);
  const lost = useIsLost();
  const asked = useQuery({ ...seriesBooksQuery(book.series_id), enabled: !lost });
  const kept = useQuery({ ...downloadedBooksQuery(book.series_id), enabled: lost });
  const books = lost ? kept.data : asked.data?.data;

  return (
    <>
      <h3 className={classes.title}>{t('contents.books')}</h3>
      {kept.data !== undefined && lost && (
        <p className={classes.note}>{t('contents.kept', { count: kept.data.length })}</p>
      )}
      {!lost && asked.isPending && <p className={classes.note}>{t('contents.loading')}</p>}
      {!lost && asked.isError && (
        <p className={classes.note}>
          {t('contents.failed')}{' '}
          <button type="button" onClick={() => void asked.refetch()}>
            {t('retry')}
          </button>
        </p>
      )}
      {books !== undefined && <BookRows books={books} />}
    </>
  );
};

/** Height of a row, as in the style sheet (rem). */
const rowHeight = 4.125;

/** Starts at the current book. Only rows in view are rendered, because a series can have thousands. */
const BookRows = ({ books }: { books: readonly CompactBook[] }) => {
  const actions = useReaderActions();
  const bookId = useReader((state) => state.book.id);
  const list = useRef<HTMLOListElement>(null);
  const panel = useCallback(() => list.current?.closest<HTMLElement>('[data-scrolls]') ?? null, []);
  const margin = useScrollMargin(list, panel);
  const rem = useRem();
  // oxlint-disable-next-line react/incompatible-library -- a warning for React Compiler, which is not used
  const virtualizer = useVirtualizer({
    count: books.length,
    getScrollElement: panel,
    estimateSize: () => rowHeight * rem,
    overscan: 5,
    scrollMargin: margin,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rem]);
  const current = books.findIndex(({ id }) => id === bookId);
  useLayoutEffect(() => {
    virtualizer.scrollToIndex(Math.max(0, current), { align: 'center' });
  }, [virtualizer, current, margin]);
  return (
    <ol ref={list} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const other = books[index];
        return (
          other && (
            <li
              key={other.id}
              className={classes.place}
              style={{ top: start - margin }}
              aria-setsize={books.length}
              aria-posinset={index + 1}
            >
              <button
                type="button"
                className={classes.book}
                aria-current={other.id === bookId ? 'true' : undefined}
                disabled={other.error !== null || other.missing_since !== null}
                onClick={() => {
                  if (other.id === bookId) actions.set({ panel: null });
                  else actions.open(other.id);
                }}
              >
                <img src={other.has_cover ? bookThumbnailUrl(other.id) : undefined} alt="" />
                <span className={classes.name}>{other.title}</span>
                <State book={other} />
              </button>
            </li>
          )
        );
      })}
    </ol>
  );
};

const State = ({ book }: { book: CompactBook }) => {
  const { t } = useTranslation('reader');
  if (book.error !== null || book.missing_since !== null)
    return <small>{t('contents.closed')}</small>;
  if (book.progress === null)
    return <small>{t('contents.pages', { count: book.page_count })}</small>;
  if (book.progress.is_completed) {
    return <IconCheck size={16} role="img" aria-label={t('contents.read')} />;
  }
  return <small>{t('percent', { percent: Math.round(book.progress.percentage * 100) })}</small>;
};

interface MarkedPagesProps {
  bookmarks: readonly ListedAnnotation[];
  isUnknown: boolean;
  onDelete: (bookmark: ListedAnnotation) => void;
}

const MarkedPages = ({ bookmarks, isUnknown, onDelete }: MarkedPagesProps) => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const bookId = useReader((state) => state.book.id);
  return (
    <>
      <h3 className={classes.title}>{t('bookmark.title')}</h3>
      {bookmarks.length === 0 && (
        <p className={classes.note}>
          <IconBookmark size={16} aria-hidden />{' '}
          {t(isUnknown ? 'bookmark.unknown' : 'bookmark.none')}
        </p>
      )}
      <ul className={classes.marks}>
        {bookmarks.map((bookmark) => (
          <li key={bookmark.id}>
            <button type="button" onClick={() => actions.goTo(bookmark.page)}>
              <img src={pageUrl(bookId, bookmark.page, { width: 160 })} alt="" loading="lazy" />
              {t('page.alt', { page: bookmark.page })}
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('bookmark.remove', { page: bookmark.page })}
              onClick={() => onDelete(bookmark)}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
