import { arrayMove, useSortable } from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './sortable-list.module.css';
import { Sortable, type SortableItem } from './sortable.tsx';

interface SortableListProps {
  label: string;
  items: readonly SortableItem[];
  /** Called with the items in their new order. */
  onChange: (items: readonly SortableItem[]) => void;
  isFaint?: (item: SortableItem) => boolean;
  /** Buttons at the end of a row. */
  aside: (item: SortableItem) => ReactNode;
}

/** A short list that can be reordered by pointer, touch or keyboard. */
export const SortableList = ({ label, items, onChange, isFaint, aside }: SortableListProps) => (
  <Sortable
    items={items}
    onMove={(fromIndex, toIndex) => onChange(arrayMove([...items], fromIndex, toIndex))}
  >
    <ul aria-label={label}>
      {items.map((item) => (
        <Row key={item.id} item={item} isFaint={isFaint?.(item) ?? false}>
          {aside(item)}
        </Row>
      ))}
    </ul>
  </Sortable>
);

interface RowProps {
  item: SortableItem;
  isFaint: boolean;
  children: ReactNode;
}

const Row = ({ item, isFaint, children }: RowProps) => {
  const { t } = useTranslation('shell');
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  });
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-faint={isFaint || undefined}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform === null ? undefined : `translateY(${transform.y}px)`,
        transition,
      }}
    >
      <button
        type="button"
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t('move', { name: item.label })}
      >
        <IconGripVertical size={16} />
      </button>
      <span className={classes.label}>{item.label}</span>
      {children}
    </li>
  );
};
