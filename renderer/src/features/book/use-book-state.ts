import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';

/** Reading state of a book as text and number. */
export const useBookState = (
  book: Pick<CompactBook, 'error' | 'missing_since' | 'page_count' | 'progress'>,
) => {
  const { t } = useTranslation();
  const { progress, page_count: pages } = book;
  const begun = progress !== null && !progress.is_completed;
  const text = () => {
    if (book.error !== null) return t('state.broken');
    if (book.missing_since !== null) return t('state.missing');
    if (begun) return t('state.pageOf', { page: progress.current_page, pages });
    if (progress?.is_completed === true) return t('state.read');
    return t('count.pages', { count: pages });
  };
  return {
    text: text(),
    /** 0 to 1 while in progress, otherwise null. */
    fraction: begun ? progress.percentage : null,
    isNew: progress === null && book.error === null,
  };
};
