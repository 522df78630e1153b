import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import type { FullBook } from '../../../../shared/api/books.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { seriesBooksQuery } from '../../api/series-books-query.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { bookMark } from '../series/next-book.ts';
import classes from './book-page.module.css';
import { CoverStrip } from './cover-strip.tsx';

/**
 * The books of the series, to go to another one; nothing if there is no other. A series can be long, so
 * they are loaded when somebody scrolls to them.
 */
export const SeriesStrip = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const hasOthers = book.previous_id !== null || book.next_id !== null;
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data } = useQuery({ ...seriesBooksQuery(book.series_id), enabled: inViewport });
  if (!hasOthers) return null;
  if (data === undefined) return <div ref={ref} className={classes.awaited} />;
  const books = data.data;
  return (
    <CoverStrip
      label={t('inSeries', { series: book.series_name })}
      count={books.length}
      current={books.findIndex(({ id }) => id === book.id)}
    >
      {(index) => {
        const other = books[index];
        return other && <SeriesStripBook book={other} isCurrent={other.id === book.id} />;
      }}
    </CoverStrip>
  );
};

const SeriesStripBook = ({ book, isCurrent }: { book: CompactBook; isCurrent: boolean }) => {
  const { t } = useTranslation('series');
  const mark = bookMark(book);
  return (
    <Link
      to="/book/$bookId"
      params={{ bookId: book.id }}
      replace
      data-hint={book.title}
      aria-label={book.title}
      aria-current={isCurrent ? 'page' : undefined}
      data-current={isCurrent || undefined}
    >
      <Cover
        src={useBookCover(book)}
        title={book.title}
        ratio={book.cover_ratio}
        broken={book.error !== null}
      />
      <span className={classes.number} aria-hidden>
        {mark === null ? book.title : t(`mark.${mark.kind}`, { value: mark.value })}
      </span>
    </Link>
  );
};
