import { useSortable } from '@dnd-kit/sortable';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useBookCover, useSeriesCover } from '../../api/cover-versions.ts';
import { CoverLine } from '../../ui/cover/cover-line.tsx';
import { RowAction } from '../../ui/lists/item-row.tsx';
import { Sortable } from '../../ui/lists/sortable.tsx';
import { useBookState } from '../book/use-book-state.ts';
import { isRead, memberId, memberName, type ListItem } from './list-item.ts';
import classes from './member-rows.module.css';

interface MemberRowsProps {
  label: string;
  members: readonly ListItem[];
  /** Index of the first row in the whole list, 0-indexed; if undefined, no numbers are shown. */
  first?: number;
  /** Moves a row of this page to another index; if undefined, rows are not draggable. */
  onMove?: ((oldIndex: number, newIndex: number) => void) | undefined;
  onRemove?: ((member: ListItem) => void) | undefined;
}

/** Items of a list as rows that can be reordered by pointer, touch or keyboard. */
export const MemberRows = ({ label, members, first, onMove, onRemove }: MemberRowsProps) => (
  <Sortable
    items={members.map((member) => ({ id: memberId(member), label: memberName(member) }))}
    onMove={(oldIndex, newIndex) => onMove?.(oldIndex, newIndex)}
  >
    <ul className={classes.rows} aria-label={label}>
      {members.map((member, index) => (
        <Row
          key={memberId(member)}
          member={member}
          place={first === undefined ? null : first + index + 1}
          isMovable={onMove !== undefined}
          onRemove={onRemove}
        />
      ))}
    </ul>
  </Sortable>
);

interface RowProps {
  member: ListItem;
  place: number | null;
  isMovable: boolean;
  onRemove?: ((member: ListItem) => void) | undefined;
}

const Row = ({ member, place, isMovable, onRemove }: RowProps) => {
  const { t } = useTranslation('lists');
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: memberId(member),
    disabled: !isMovable,
  });
  const name = memberName(member);
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      data-done={isRead(member) || undefined}
      style={{
        transform: transform === null ? undefined : `translateY(${String(transform.y)}px)`,
        transition,
      }}
    >
      {isMovable && (
        <button
          type="button"
          className={classes.handle}
          {...attributes}
          {...listeners}
          aria-label={t('move', { name })}
        >
          <IconGripVertical size={17} />
        </button>
      )}
      {place !== null && <span className={classes.place}>{place}</span>}
      {member.kind === 'series' ? <SeriesLink {...member} /> : <BookLink {...member} />}
      {onRemove !== undefined && (
        <RowAction
          label={t('take', { name })}
          icon={<IconX size={17} />}
          onClick={() => onRemove(member)}
        />
      )}
    </li>
  );
};

const SeriesLink = ({ series }: ListItem & { kind: 'series' }) => {
  const { t } = useTranslation();
  const { unread_count: unread, book_count: books } = series;
  return (
    <Link to="/series/$seriesId" params={{ seriesId: series.id }} className={classes.link}>
      <CoverLine
        cover={useSeriesCover(series)}
        ratio={series.cover_ratio}
        title={series.name}
        detail={
          t('count.books', { count: books }) +
          (unread !== null && unread > 0 ? ` · ${t('count.unread', { count: unread })}` : '')
        }
      />
    </Link>
  );
};

const BookLink = ({ book }: ListItem & { kind: 'book' }) => {
  const { text } = useBookState(book);
  return (
    <Link to="/book/$bookId" params={{ bookId: book.id }} className={classes.link}>
      <CoverLine
        cover={useBookCover(book)}
        ratio={book.cover_ratio}
        title={book.title}
        detail={book.series_name === book.title ? text : `${book.series_name} · ${text}`}
      />
    </Link>
  );
};
