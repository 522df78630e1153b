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
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface SortableItem {
  id: string;
  label: string;
}

interface SortableProps {
  items: readonly SortableItem[];
  /** Moves an item to another index, both 0-indexed. */
  onMove: (oldIndex: number, newIndex: number) => void;
  /** The rows, each with `useSortable`. */
  children: ReactNode;
}

/**
 * Rows that can be reordered by pointer, touch or keyboard, with announcements for screen readers.
 */
export const Sortable = ({ items, onMove, children }: SortableProps) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const { t } = useTranslation('shell');
  const indexOfItem = (id: unknown) => items.findIndex((item) => item.id === id);
  const nameOf = (id: unknown) => items[indexOfItem(id)]?.label ?? '';
  const count = items.length;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('drag.start', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      t('drag.over', { name: nameOf(active.id), place: indexOfItem(over?.id) + 1, count }),
    onDragEnd: ({ active, over }) =>
      t('drag.end', { name: nameOf(active.id), place: indexOfItem(over?.id) + 1, count }),
    onDragCancel: ({ active }) => t('drag.cancel', { name: nameOf(active.id) }),
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id)
      onMove(indexOfItem(active.id), indexOfItem(over.id));
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
        {children}
      </SortableContext>
    </DndContext>
  );
};
