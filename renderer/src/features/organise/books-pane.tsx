import { useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconArrowLeft, IconArrowsSplit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import { bookCoverUrl } from '../../api/cover-urls.ts';
import { seriesBooksQuery } from '../../api/series-books-query.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { PageButtons } from '../../ui/lists/pager.tsx';
import { useLocalPages } from '../../ui/lists/use-local-pages.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import type { Dragged, DropTarget } from './dragging.ts';
import { type Draft, type NamedSeries, sequenceDraft } from './drafts.ts';
import { NumberDialog } from './number-dialog.tsx';
import option from '../../ui/cover/cover-option.module.css';
import classes from './organise.module.css';
import { useCheckedIds } from './use-checked-ids.ts';

/** Books shown at once. */
const pageSize = 100;

interface BooksPaneProps {
  series: NamedSeries | null;
  /** Books are being dragged. */
  isDragging: boolean;
  onBack: () => void;
  onMove: (bookIds: string[]) => void;
  onDraft: (draft: Omit<Draft, 'id'>) => void;
}

/** The books of the open series, to move, split out or number. */
export const BooksPane = (props: BooksPaneProps) => {
  const { t } = useTranslation('organise');
  const { series } = props;
  return (
    <section className={classes.pane} data-pane="books" aria-label={t('books')}>
      {series === null ? (
        <EmptyState icon={<IconArrowsSplit stroke={1.25} />} title={t('chooseTitle')}>
          {t('choose')}
        </EmptyState>
      ) : (
        <OpenSeries key={series.id} {...props} series={series} />
      )}
    </section>
  );
};

const OpenSeries = ({
  series,
  isDragging,
  onBack,
  onMove,
  onDraft,
}: BooksPaneProps & { series: NamedSeries }) => {
  const { t } = useTranslation('organise');
  const query = useQuery(seriesBooksQuery(series.id));
  const { data } = query;
  const books = data?.data ?? [];
  const { shown, buttons } = useLocalPages(books, pageSize);
  const { chosen, has, toggle, all, none } = useCheckedIds(books.map(({ id }) => id));
  const [numbering, setNumbering] = useState(false);
  const where: DropTarget = { kind: 'new' };
  const { setNodeRef: freshRef, isOver: isOverFresh } = useDroppable({
    id: 'new series',
    data: where,
  });

  return (
    <>
      <header className={classes.paneHead}>
        <div className={classes.paneTitle}>
          <ActionIcon className={classes.back} size={36} aria-label={t('back')} onClick={onBack}>
            <IconArrowLeft size={18} />
          </ActionIcon>
          <h2>{series.name}</h2>
          {books.length > 0 && chosen.length === 0 && (
            <Button size="compact-md" variant="subtle" onClick={all}>
              {t('selectAll')}
            </Button>
          )}
        </div>
        {chosen.length > 0 && (
          <div className={classes.tools}>
            <span>{t('chosenBooks', { count: chosen.length })}</span>
            <Button size="compact-md" onClick={() => onMove(chosen)}>
              {t('move')}
            </Button>
            <Button size="compact-md" variant="default" onClick={() => setNumbering(true)}>
              {t('renumber')}
            </Button>
            <Button size="compact-md" variant="subtle" onClick={none}>
              {t('clear')}
            </Button>
          </div>
        )}
      </header>
      <RowsState query={query} rows={6} compact />
      {isDragging && (
        <div ref={freshRef} className={classes.newZone} data-over={isOverFresh || undefined}>
          {t('target.new')}
        </div>
      )}
      <ul className={classes.rows}>
        {shown.map((book) => (
          <BookRow
            key={book.id}
            book={book}
            isChosen={has(book.id)}
            dragged={has(book.id) ? chosen : [book.id]}
            onToggle={() => toggle(book.id)}
          />
        ))}
      </ul>
      <PageButtons {...buttons} />
      <NumberDialog
        opened={numbering}
        count={chosen.length}
        onClose={() => setNumbering(false)}
        onDone={(sequence) => {
          onDraft(sequenceDraft(chosen, sequence));
          setNumbering(false);
          none();
        }}
      />
    </>
  );
};

interface BookRowProps {
  book: CompactBook;
  isChosen: boolean;
  dragged: string[];
  onToggle: () => void;
}

const BookRow = ({ book, isChosen, dragged, onToggle }: BookRowProps) => {
  const { t } = useTranslation('organise');
  const what: Dragged = { kind: 'books', bookIds: dragged };
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: `book ${book.id}`, data: what });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      className={classes.row}
      data-dragged={isDragging || undefined}
    >
      <Checkbox
        aria-label={t('select', { name: book.title })}
        checked={isChosen}
        onChange={onToggle}
      />
      <span className={option.option}>
        <Cover
          src={bookCoverUrl(book)}
          title=""
          ratio={book.cover_ratio}
          broken={book.error !== null}
        />
        <span>
          <strong>{book.title}</strong>
          <span>
            <Numbers book={book} />
          </span>
        </span>
      </span>
    </li>
  );
};

const Numbers = ({ book: { number, volume, chapter } }: { book: CompactBook }) => {
  const { t } = useTranslation('organise');
  const facts = [
    volume === null ? [] : t('numbers.vol', { n: volume }),
    chapter === null ? [] : t('numbers.ch', { n: chapter }),
    number === null ? [] : t('numbers.no', { n: number }),
  ].flat();
  return facts.length === 0 ? t('numbers.none') : facts.join(' · ');
};
