import { IconBookmark, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedAnnotation } from '../../../../../shared/api/annotations.ts';
import type { Book } from '../../../../../shared/api/book-record.ts';
import { bookThumbnailUrl, pageUrl } from '../../../api/client.ts';
import { useIsLost } from '../../../api/connection-store.ts';
import { seriesBooksQuery } from '../../../api/series-books-query.ts';
import { keptBooksQuery } from '../../../offline/kept-books-query.ts';
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
      {bookmarks && <MarkedPages bookmarks={bookmarks} isUnknown={isUnknown} onDelete={onDelete} />}
      {!isAlone && <BooksOfSeries />}
    </SidePanel>
  );
};

const BooksOfSeries = () => {
  const { t } = useTranslation('reader');
  const actions = useReaderActions();
  const book = useReader((state) => state.book);
  const lost = useIsLost();
  const asked = useQuery({ ...seriesBooksQuery(book.series_id), enabled: !lost });
  const kept = useQuery({ ...keptBooksQuery(book.series_id), enabled: lost });
  const books = lost ? kept.data : asked.data?.data;
  const current = useRef<HTMLLIElement>(null);

  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' });
  }, [books]);

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
      <ol className={classes.list}>
        {books?.map((other) => (
          <li key={other.id} ref={other.id === book.id ? current : undefined}>
            <button
              type="button"
              className={classes.book}
              aria-current={other.id === book.id ? 'true' : undefined}
              disabled={other.error !== null || other.missing_since !== null}
              onClick={() => {
                if (other.id === book.id) actions.set({ panel: null });
                else actions.open(other.id);
              }}
            >
              <img
                src={other.has_cover ? bookThumbnailUrl(other.id) : undefined}
                alt=""
                loading="lazy"
              />
              <span className={classes.name}>{other.title}</span>
              <State book={other} />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
};

const State = ({ book }: { book: Book }) => {
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
