import { useDraggable, useDroppable } from '@dnd-kit/core';
import { Button, Checkbox } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Series } from '../../../../shared/api/series-record.ts';
import { seriesCoverUrl } from '../../api/cover-urls.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Cover } from '../../ui/cover/cover.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import type { Dragged, DropTarget } from './dragging.ts';
import type { NamedSeries } from './drafts.ts';
import option from '../../ui/cover/cover-option.module.css';
import classes from './organise.module.css';
import { seriesListQuery } from './queries.ts';
import { useCheckedIds } from './use-checked-ids.ts';

interface SeriesPaneProps {
  libraryId: string;
  open: NamedSeries | null;
  onOpen: (series: NamedSeries) => void;
  onMerge: (series: NamedSeries[]) => void;
}

/** Series of a library: a click opens one, dropping one on another merges them. */
export const SeriesPane = ({ libraryId, open, onOpen, onMerge }: SeriesPaneProps) => {
  const { t } = useTranslation('organise');
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const query = useQuery(seriesListQuery(libraryId, text, page));
  const { data } = query;
  const series = data?.data ?? [];
  const { chosen, has, toggle, none } = useCheckedIds(series.map(({ id }) => id));
  const named = series.filter(({ id }) => chosen.includes(id));

  return (
    <section className={classes.pane} data-pane="series" aria-label={t('series')}>
      <header className={classes.paneHead}>
        <SearchField
          label={t('find')}
          value={text}
          onChange={(value) => {
            setText(value);
            setPage(1);
          }}
        />
        {named.length > 0 && (
          <div className={classes.tools}>
            <span>{t('chosenSeries', { count: named.length })}</span>
            <Button size="compact-md" onClick={() => onMerge(named)}>
              {t('merge')}
            </Button>
            <Button size="compact-md" variant="subtle" onClick={none}>
              {t('clear')}
            </Button>
          </div>
        )}
      </header>
      <RowsState query={query} rows={8} compact />
      {data?.total === 0 && (
        <EmptyState
          icon={<IconStack2 stroke={1.25} />}
          title={t(text.trim() === '' ? 'noSeries' : 'noMatch')}
        >
          {text.trim() === '' ? t('noSeriesText') : undefined}
        </EmptyState>
      )}
      <ul className={classes.rows}>
        {series.map((entry) => (
          <SeriesRow
            key={entry.id}
            series={entry}
            isOpen={entry.id === open?.id}
            isChosen={has(entry.id)}
            dragged={has(entry.id) ? named : [entry]}
            onOpen={() => onOpen({ id: entry.id, name: entry.name })}
            onToggle={() => toggle(entry.id)}
          />
        ))}
      </ul>
      <Pager page={page} query={query} onPage={setPage} />
    </section>
  );
};

interface SeriesRowProps {
  series: Series;
  isOpen: boolean;
  isChosen: boolean;
  dragged: NamedSeries[];
  onOpen: () => void;
  onToggle: () => void;
}

const SeriesRow = ({ series, isOpen, isChosen, dragged, onOpen, onToggle }: SeriesRowProps) => {
  const { t } = useTranslation('organise');
  const { id, name, book_count } = series;
  const what: Dragged = {
    kind: 'series',
    series: dragged.map((item) => ({ id: item.id, name: item.name })),
  };
  const where: DropTarget = { kind: 'series', series: { id, name } };
  const drag = useDraggable({ id: `series ${id}`, data: what });
  const drop = useDroppable({ id: `onto ${id}`, data: where });
  return (
    <li
      ref={(element) => {
        drag.setNodeRef(element);
        drop.setNodeRef(element);
      }}
      {...drag.listeners}
      className={classes.row}
      data-open={isOpen || undefined}
      data-over={(drop.isOver && !drag.isDragging) || undefined}
      data-dragged={drag.isDragging || undefined}
    >
      <Checkbox aria-label={t('select', { name })} checked={isChosen} onChange={onToggle} />
      <button
        type="button"
        className={option.option}
        aria-label={t('open', { name })}
        aria-pressed={isOpen}
        onClick={onOpen}
      >
        <Cover src={seriesCoverUrl(series)} title="" />
        <span>
          <strong>{name}</strong>
          <span>{t('bookCount', { count: book_count })}</span>
        </span>
      </button>
    </li>
  );
};
