import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import { pageUrl } from '../../api/client.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import classes from './book-page.module.css';
import { CoverStrip } from './cover-strip.tsx';

/** Thumbnails of the pages, which open the book at that page. */
export const PagesStrip = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const current = book.progress?.current_page;
  return (
    <CoverStrip
      label={t('pages')}
      count={book.page_count}
      current={current === undefined ? 0 : current - 1}
    >
      {(index) => {
        const page = index + 1;
        return (
          <Link
            to="/read/$bookId"
            params={{ bookId: book.id }}
            search={{ page }}
            aria-label={t('openPage', { page })}
            data-current={page === current || undefined}
          >
            <Cover src={pageUrl(book.id, page, { width: 160 })} title="" />
            <span className={classes.number} aria-hidden>
              {page}
            </span>
          </Link>
        );
      }}
    </CoverStrip>
  );
};
