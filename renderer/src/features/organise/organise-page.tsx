import {
  DndContext,
  DragOverlay,
  type DragEndEvent,
  MouseSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useLibraryTitle } from '../library/use-library-title.ts';
import { BooksPane } from './books-pane.tsx';
import type { Dragged, DropTarget } from './dragging.ts';
import { type Draft, type DraftTarget, mergeDraft, moveDraft, type NamedSeries } from './drafts.ts';
import { HistoryDialog } from './history-dialog.tsx';
import layout from '../../ui/layout/report-page.module.css';
import classes from './organise.module.css';
import { PendingPanel } from './pending-panel.tsx';
import { SeriesPane } from './series-pane.tsx';
import { TargetDialog } from './target-dialog.tsx';
import { withLibrary } from '../library/with-library.tsx';
import { permitted } from '../../ui/layout/permitted.tsx';

type Asking = { kind: 'merge'; series: NamedSeries[] } | { kind: 'move'; bookIds: string[] };

/**
 * Organizer with two panes, series and the books of one, and the pending changes. Nothing changes
 * before Apply; all actions also work without dragging.
 */
const OrganisePageContent = () => {
  const { t } = useTranslation('organise');
  const { libraryId } = useParams({ from: '/shell/library/$libraryId/organise' });
  useLibraryTitle(t('title'), libraryId);
  const [open, setOpen] = useState<NamedSeries | null>(null);
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [history, setHistory] = useState(false);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));

  const add = (draft: Omit<Draft, 'id'>) =>
    setDrafts((known) => [...known, { ...draft, id: (known.at(-1)?.id ?? 0) + 1 }]);
  const merge = (series: readonly NamedSeries[], into: NamedSeries) => {
    const others = series.filter(({ id }) => id !== into.id);
    if (others.length > 0) add(mergeDraft(others, into));
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const what = active.data.current as Dragged | undefined;
    const where = over?.data.current as DropTarget | undefined;
    if (!what || !where) return;
    if (what.kind === 'series' && where.kind === 'series') merge(what.series, where.series);
    if (what.kind === 'books' && where.kind === 'series' && where.series.id !== open?.id) {
      add(moveDraft(what.bookIds, { series: where.series }));
    }
    if (what.kind === 'books' && where.kind === 'new') {
      setAsking({ kind: 'move', bookIds: what.bookIds });
    }
  };
  const answer = (goal: DraftTarget) => {
    if (asking?.kind === 'move') add(moveDraft(asking.bookIds, goal));
    if (asking?.kind === 'merge' && 'series' in goal) merge(asking.series, goal.series);
    setAsking(null);
  };

  return (
    <Page>
      <PageTitle
        aside={
          <Button
            variant="default"
            leftSection={<IconHistory size={16} />}
            onClick={() => setHistory(true)}
          >
            {t('history.title')}
          </Button>
        }
      >
        {t('title')}
      </PageTitle>
      <p className={layout.lead}>{t('text')}</p>
      <DndContext
        sensors={sensors}
        // Use the pointer's position, not the largest overlap of the dragged row.
        collisionDetection={pointerWithin}
        onDragStart={({ active }) => setDragged(active.data.current as Dragged)}
        onDragCancel={() => setDragged(null)}
        onDragEnd={drop}
      >
        <div className={classes.panes} data-open={open !== null || undefined}>
          <SeriesPane
            libraryId={libraryId}
            open={open}
            onOpen={setOpen}
            onMerge={(series) => setAsking({ kind: 'merge', series })}
          />
          <BooksPane
            series={open}
            isDragging={dragged?.kind === 'books'}
            onBack={() => setOpen(null)}
            onMove={(bookIds) => setAsking({ kind: 'move', bookIds })}
            onDraft={add}
          />
          <PendingPanel
            drafts={drafts}
            onRemove={(id) => setDrafts(drafts.filter((draft) => draft.id !== id))}
            onClear={() => setDrafts([])}
          />
        </div>
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <span className={classes.chip}>
              {dragged.kind === 'books'
                ? t('bookCount', { count: dragged.bookIds.length })
                : dragged.series.map(({ name }) => name).join(', ')}
            </span>
          )}
        </DragOverlay>
      </DndContext>
      <TargetDialog
        libraryId={libraryId}
        asking={asking?.kind ?? null}
        onClose={() => setAsking(null)}
        onPick={answer}
      />
      <HistoryDialog libraryId={libraryId} opened={history} onClose={() => setHistory(false)} />
    </Page>
  );
};

export const OrganisePage = permitted(
  ['series-write', 'books-write'],
  withLibrary(OrganisePageContent),
);
