import { IconBookmark, IconHighlight, IconNote, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { AnnotationKind, ListedAnnotation } from '../../../../shared/api/annotations.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { markColors } from '../../readers/epub/engine/book-style.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { RowAction } from '../../ui/lists/item-row.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './annotations-page.module.css';

interface BookAnnotationsProps {
  /** Annotations of one book, at least one. */
  marks: readonly [ListedAnnotation, ...ListedAnnotation[]];
  onEdit: (mark: ListedAnnotation) => void;
  onDelete: (mark: ListedAnnotation) => void;
}

const icons: Record<AnnotationKind, typeof IconNote> = {
  bookmark: IconBookmark,
  highlight: IconHighlight,
  note: IconNote,
};

/** Annotations of one book. */
export const BookAnnotations = ({ marks, onEdit, onDelete }: BookAnnotationsProps) => {
  const { t } = useTranslation(['annotations', 'text']);
  const { date } = useLocale();
  const [{ book_id, book_title, series_id, series_name, book_missing_since }] = marks;
  return (
    <section className={classes.book} aria-label={book_title}>
      <header className={classes.head}>
        <span className={classes.cover}>
          <Cover src={useBookCover({ id: book_id })} title="" />
        </span>
        <div>
          <h2>
            <Link to="/book/$bookId" params={{ bookId: book_id }}>
              {book_title}
            </Link>
          </h2>
          <p>
            <Link to="/series/$seriesId" params={{ seriesId: series_id }}>
              {series_name}
            </Link>
            {book_missing_since !== null && ` · ${t('missing')}`}
          </p>
        </div>
      </header>
      <ul>
        {marks.map((mark) => {
          const Icon = icons[mark.kind];
          const position = t('text:pageNumber', { page: mark.page });
          return (
            <li key={mark.id} className={classes.mark}>
              <Icon size={18} stroke={1.6} aria-hidden />
              <Link
                to="/read/$bookId"
                params={{ bookId: book_id }}
                search={mark.location === null ? { page: mark.page } : { place: mark.location }}
                className={classes.open}
                disabled={book_missing_since !== null}
              >
                {mark.text !== null && (
                  <span
                    className={classes.quote}
                    style={{ '--color': markColors[mark.color ?? ''] } as React.CSSProperties}
                  >
                    {mark.text}
                  </span>
                )}
                {mark.note !== null && mark.note !== '' && (
                  <span className={classes.note}>{mark.note}</span>
                )}
                <small>
                  {[
                    t(`text:marks.kind.${mark.kind}`),
                    position,
                    date(mark.created_at),
                    ...(mark.is_shared ? [t('text:marks.isShared')] : []),
                  ].join(' · ')}
                </small>
              </Link>
              <span className={classes.actions}>
                <RowAction
                  label={t('edit', { place: position })}
                  icon={<IconPencil size={17} />}
                  onClick={() => onEdit(mark)}
                />
                <RowAction
                  label={t('delete', { place: position })}
                  icon={<IconTrash size={17} />}
                  onClick={() => onDelete(mark)}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
