import {
  DndContext,
  DragOverlay,
  type DragEndEvent,
  getClientRect,
  MouseSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Button } from '@mantine/core';
import { IconFold, IconFoldDown } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { Volume } from '../../../../shared/api/volumes.ts';
import { useCan } from '../../api/session-store.ts';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { nextBook } from '../series/next-book.ts';
import { useShownBook } from '../series/shown-book.ts';
import { useOpenVolumes } from './folds.ts';
import { moveBooks } from './volume-calls.ts';
import { volumesQuery } from './volume-queries.ts';
import { VolumeList } from './volume-list.tsx';
import { sectionsOf, type Section } from './volume-rows.ts';
import classes from './volumes.module.css';

interface SeriesVolumesProps {
  seriesId: string;
  /** All its books in reading order. */
  books: readonly Book[];
}

/** The books of a series in foldable volumes; a book is dragged onto another volume. */
export const SeriesVolumes = (props: SeriesVolumesProps) => {
  const query = useQuery(volumesQuery(props.seriesId));
  return query.data === undefined ? (
    <QueryState query={query} placeholder={<GridSkeleton />} compact />
  ) : (
    <FoldableVolumes {...props} volumes={query.data} />
  );
};

const FoldableVolumes = ({
  seriesId,
  volumes,
  books,
}: SeriesVolumesProps & { volumes: readonly Volume[] }) => {
  const { t } = useTranslation('volumes');
  const client = useQueryClient();
  const canMove = [useCan('series-write'), useCan('books-write')].every(Boolean);
  const [dragged, setDragged] = useState<Book | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const sections = sectionsOf(volumes, books);
  const inNext = nextBook(books)?.book.volume_id;
  const [open, setOpen] = useOpenVolumes(
    seriesId,
    volumes.filter(({ id }) => id === inNext).map(({ number }) => number),
  );
  const shown = useShownBook(({ id }) => id);
  const shownIn = books.find(({ id }) => id === shown)?.volume_id;
  const hidden = volumes.find(({ id, number }) => id === shownIn && !open.has(number));
  useEffect(() => {
    if (hidden) setOpen(new Set([...open, hidden.number]));
  });
  const toggle = (number: number) => {
    const next = new Set(open);
    if (!next.delete(number)) next.add(number);
    setOpen(next);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const book = active.data.current?.['book'] as Book | undefined;
    const section = over?.data.current?.['section'] as Section | null | undefined;
    if (!book || !section || (section.volume?.id ?? null) === book.volume_id) return;
    const to = section.volume === null ? 'loose' : { volume: section.volume };
    void moveBooks(client, seriesId, [book.id], to);
  };
  return (
    <>
      <div className={classes.tools}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFold size={15} />}
          disabled={open.size === 0}
          onClick={() => setOpen(new Set())}
        >
          {t('foldAll')}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFoldDown size={15} />}
          disabled={volumes.every(({ number }) => open.has(number))}
          onClick={() => setOpen(new Set(volumes.map(({ number }) => number)))}
        >
          {t('unfoldAll')}
        </Button>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        // The default leaves out transforms, which place the rows.
        measuring={{ droppable: { measure: getClientRect } }}
        onDragStart={({ active }) => setDragged(active.data.current?.['book'] as Book)}
        onDragCancel={() => setDragged(null)}
        onDragEnd={drop}
      >
        <VolumeList sections={sections} open={open} onToggle={toggle} canMove={canMove} />
        <DragOverlay dropAnimation={null}>
          {dragged && <span className={classes.chip}>{dragged.title}</span>}
        </DragOverlay>
      </DndContext>
    </>
  );
};
