import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import { pageUrl } from '../../api/client.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import classes from './book-page.module.css';

/** Distance between two pages (px); a page is 104 px wide. */
const step = 118;

/** Thumbnails of the pages, which open the book at that page. Only those in view are loaded. */
export const PagesStrip = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const strip = useRef<HTMLDivElement>(null);
  const current = book.progress?.current_page;
  // oxlint-disable-next-line react/incompatible-library -- a warning for React Compiler, which is not used
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: book.page_count,
    getScrollElement: () => strip.current,
    estimateSize: () => step,
    overscan: 2,
    initialOffset: current === undefined ? 0 : Math.max(0, (current - 3) * step),
  });
  return (
    <section className={classes.section} aria-label={t('pages')}>
      <h2 className={classes.heading}>{t('pages')}</h2>
      <div ref={strip} className={classes.strip}>
        <ul className={classes.pages} style={{ width: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const page = index + 1;
            return (
              <li key={page} className={classes.page} style={{ left: start }}>
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
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
};
