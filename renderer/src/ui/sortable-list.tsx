import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './sortable-list.module.css';

export interface SortableItem {
  id: string;
  label: string;
}

interface SortableListProps {
  label: string;
  items: readonly SortableItem[];
  /** Called with the items in their new order. */
  onChange: (items: readonly SortableItem[]) => void;
  isFaint?: (item: SortableItem) => boolean;
  /** Buttons at the end of a row. */
  aside: (item: SortableItem) => ReactNode;
}

/** A short list to be put in order by dragging, by pointer, finger or keyboard. */
export const SortableList = ({ label, items, onChange, isFaint, aside }: SortableListProps) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const { t } = useTranslation('shell');
  const nameOf = (id: unknown) => items.find((item) => item.id === id)?.label ?? '';
  const place = (id: unknown) => items.findIndex((item) => item.id === id) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('drag.start', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      t('drag.over', { name: nameOf(active.id), place: place(over?.id), count: items.length }),
    onDragEnd: ({ active, over }) =>
      t('drag.end', { name: nameOf(active.id), place: place(over?.id), count: items.length }),
    onDragCancel: ({ active }) => t('drag.cancel', { name: nameOf(active.id) }),
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const at = (id: unknown) => items.findIndex((item) => item.id === id);
    if (over !== null && over.id !== active.id) {
      onChange(arrayMove([...items], at(active.id), at(over.id)));
    }
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('drag.how') },
      }}
    >
      <SortableContext items={[...items]} strategy={verticalListSortingStrategy}>
        <ul aria-label={label}>
          {items.map((item) => (
            <Row key={item.id} item={item} isFaint={isFaint?.(item) ?? false}>
              {aside(item)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
};

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
