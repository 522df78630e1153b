import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../shared/api/books.ts';
import classes from './end-card.module.css';

interface EndCardProps {
  book: FullBook;
  onOpenBook: (bookId: string) => void;
  onClose: () => void;
  /** Back to the last page. */
  onStay: () => void;
}

/** Behind the last page: the next book of the series, or the way out. */
export const EndCard = ({ book, onOpenBook, onClose, onStay }: EndCardProps) => {
  const { t } = useTranslation('text');
  const { next_id: next } = book;
  return (
    <div className={classes.shade} onClick={onStay}>
      <div className={classes.card} onClick={(event) => event.stopPropagation()}>
        <h2>{t('end.title')}</h2>
        <p>{t('end.text', { title: book.title })}</p>
        {next !== null && (
          <button type="button" data-primary autoFocus onClick={() => onOpenBook(next)}>
            {t('end.next')}
          </button>
        )}
        <button type="button" autoFocus={next === null} onClick={onClose}>
          {t('end.close')}
        </button>
      </div>
    </div>
  );
};
