import { useTranslation } from 'react-i18next';

import type { OpenedBook } from './opened-book.ts';
import classes from './end-card.module.css';

interface EndCardProps {
  book: OpenedBook;
  onOpenBook: (bookId: string) => void;
  onClose: () => void;
  /** Returns to the last page. */
  onStay: () => void;
}

/** Card after the last page: the next book of the series or list, or close. */
export const EndCard = ({ book, onOpenBook, onClose, onStay }: EndCardProps) => {
  const { t } = useTranslation('text');
  const { next_id: next, list_name: list } = book;
  return (
    <div className={classes.shade} onClick={onStay}>
      <div className={classes.card} onClick={(event) => event.stopPropagation()}>
        <h2>{t('end.title')}</h2>
        <p>{t('end.text', { title: book.title })}</p>
        {next !== null && (
          <button type="button" data-primary autoFocus onClick={() => onOpenBook(next)}>
            {list === undefined ? t('end.next') : t('end.nextOnList', { list })}
          </button>
        )}
        <button type="button" autoFocus={next === null} onClick={onClose}>
          {t('end.close')}
        </button>
      </div>
    </div>
  );
};
