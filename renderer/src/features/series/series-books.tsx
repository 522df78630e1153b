import { IconMoodEmpty } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { rowGeometry } from '../library/grid/grid-geometry.ts';
import { VirtualGrid } from '../library/grid/virtual-grid.tsx';
import { VirtualList, type VirtualListHandle } from '../library/grid/virtual-list.tsx';
import { GapMark } from './gap-mark.tsx';
import { type Entry, withGaps } from './gaps.ts';
import { JumpToNumber } from './jump-to-number.tsx';
import { SeriesBook } from './series-book.tsx';
import classes from './series-books.module.css';

const SeriesVolumes = lazyPart(
  async () => ({
    default: (await import('../volumes/series-volumes.tsx')).SeriesVolumes,
  }),
  <GridSkeleton />,
);

interface SeriesBooksProps {
  series: FullSeries;
  books: readonly CompactBook[];
}

/** Books of a series in reading order, as covers or rows, with gaps marked. */
export const SeriesBooks = ({ series, books }: SeriesBooksProps) => {
  const { t } = useTranslation('series');
  if (books.length === 0) {
    return (
      <EmptyState icon={<IconMoodEmpty stroke={1.25} />} title={t('empty.title')}>
        {t('empty.text', { path: series.path })}
      </EmptyState>
    );
  }
  return books.some(({ volume_id }) => volume_id !== null) ? (
    <SeriesVolumes seriesId={series.id} books={books} />
  ) : (
    <BooksWithGaps series={series} books={books} />
  );
};

/** A virtual list, because a series can have thousands of chapters. */
const BooksWithGaps = ({ series, books }: SeriesBooksProps) => {
  const layout = usePreferences((preferences) => preferences.bookLayout);
  const density = usePreferences((preferences) => preferences.density);
  const handle = useRef<VirtualListHandle>(null);
  const entries = useMemo(() => withGaps(books), [books]);
  const shared = {
    ref: handle,
    label: series.name,
    total: entries.length,
    itemAt: (index: number) => entries[index],
  };
  const draw = (entry: Entry<CompactBook>, _index: number, tabIndex: 0 | -1) =>
    'gap' in entry ? (
      <GapMark gap={entry.gap} layout={layout} tabIndex={tabIndex} />
    ) : (
      <SeriesBook book={entry.book} layout={layout} tabIndex={tabIndex} />
    );
  return (
    <>
      <JumpToNumber
        books={books}
        onJump={(index) =>
          handle.current?.jumpTo(
            entries.findIndex((entry) => 'book' in entry && entry.book === books[index]),
          )
        }
      />
      {layout === 'grid' ? (
        <VirtualGrid {...shared} density={density} card={draw} />
      ) : (
        <VirtualList
          {...shared}
          geometry={rowGeometry}
          skeleton={null}
          item={(entry, index, tabIndex) => (
            <div className={classes.row}>{draw(entry, index, tabIndex)}</div>
          )}
        />
      )}
    </>
  );
};
