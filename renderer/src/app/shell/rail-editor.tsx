import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconEyeOff, IconGripVertical, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { useUserPreference } from '../../api/user-preferences.ts';
import classes from './rail-editor.module.css';
import { listEntries } from './rail-entries.ts';
import { inOrder, railPreference } from './rail-preference.ts';

interface Item {
  id: string;
  label: string;
}

/** The rail while it is arranged: each part can be dragged into order, entries can be hidden. */
export const RailEditor = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation(['shell', 'common']);
  const { data: libraries = [] } = useQuery(librariesQuery());
  const [rail, change] = useUserPreference(railPreference);
  const { order, hidden, pins } = rail;
  const parts = {
    libraries: inOrder(
      libraries.map(({ id, name }): Item => ({ id, label: name })),
      order,
    ),
    lists: inOrder(
      listEntries.map(({ id, label }): Item => ({ id, label: t(`common:${label}`) })),
      order,
    ),
  };
  const reorder = (part: keyof typeof parts) => (items: readonly Item[]) => {
    const now = { ...parts, [part]: items };
    void change({ ...rail, order: Object.values(now).flatMap((ids) => ids.map(({ id }) => id)) });
  };
  const toggle = (id: string) =>
    void change({
      ...rail,
      hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id],
    });

  const hideButton = ({ id, label }: Item) => {
    const isHidden = hidden.includes(id);
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={t(isHidden ? 'show' : 'hide', { name: label })}
        onClick={() => toggle(id)}
      >
        {isHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </ActionIcon>
    );
  };

  return (
    <div className={classes.editor}>
      {(['libraries', 'lists'] as const).map(
        (part) =>
          parts[part].length > 0 && (
            <SortableList
              key={part}
              title={t(`common:nav.${part}`)}
              items={parts[part]}
              onChange={reorder(part)}
              isFaint={({ id }) => hidden.includes(id)}
              aside={hideButton}
            />
          ),
      )}
      {pins.length > 0 && (
        <SortableList
          title={t('common:nav.pinned')}
          items={pins.map(({ href, title }) => ({ id: href, label: title }))}
          onChange={(items) =>
            void change({
              ...rail,
              pins: items.map(({ id, label }) => ({ href: id, title: label })),
            })
          }
          aside={({ id, label }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={26}
              aria-label={t('unpin', { name: label })}
              onClick={() => void change({ ...rail, pins: pins.filter(({ href }) => href !== id) })}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        />
      )}
      <p className={classes.note}>{t('arrangeText')}</p>
      <Button fullWidth onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  );
};

interface SortableListProps {
  title: string;
  items: readonly Item[];
  onChange: (items: readonly Item[]) => void;
  isFaint?: (item: Item) => boolean;
  aside: (item: Item) => ReactNode;
}

const SortableList = ({ title, items, onChange, isFaint, aside }: SortableListProps) => {
  const heading = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const at = (id: unknown) => items.findIndex((item) => item.id === id);
    if (over !== null && over.id !== active.id) {
      onChange(arrayMove([...items], at(active.id), at(over.id)));
    }
  };
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {title}
      </h2>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={[...items]} strategy={verticalListSortingStrategy}>
          <ul>
            {items.map((item) => (
              <SortableRow key={item.id} item={item} isFaint={isFaint?.(item) ?? false}>
                {aside(item)}
              </SortableRow>
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </section>
  );
};

interface SortableRowProps {
  item: Item;
  isFaint: boolean;
  children: ReactNode;
}

const SortableRow = ({ item, isFaint, children }: SortableRowProps) => {
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
