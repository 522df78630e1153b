import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutGrid, IconList, IconMoodEmpty } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { setPreference, usePreferences } from '../../ui/preferences.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { withTranslations } from '../../locales/with-translations.ts';
import { BookCard } from '../book/book-card.tsx';
import { BookRow } from '../book/book-row.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { chosenBooks, type BookChoice } from './book-choice.ts';
import { withGaps } from './gaps.ts';
import { GapMark } from './gap-mark.tsx';
import classes from './series-books.module.css';

const SeriesVolumes = lazyPart(async () => ({
  default: (await withTranslations(import('../volumes/series-volumes.tsx'))).SeriesVolumes,
}));

interface SeriesBooksProps {
  series: FullSeries;
  books: readonly Book[];
  /** Which of them, and in what order. */
  choice: BookChoice;
}

/** Books of a series in reading order, as covers or rows, with gaps marked. */
export const SeriesBooks = ({ series, books: all, choice }: SeriesBooksProps) => {
  const { t } = useTranslation('series');
  const layout = usePreferences((preferences) => preferences.bookLayout);
  const books = chosenBooks(all, choice);
  if (all.length > 0 && books.length === 0) {
    return <EmptyState icon={<IconMoodEmpty stroke={1.25} />} title={t('choice.none')} />;
  }
  if (books.length === 0) {
    return (
      <EmptyState icon={<IconMoodEmpty stroke={1.25} />} title={t('empty.title')}>
        {t('empty.text', { path: series.path })}
      </EmptyState>
    );
  }
  if (books.some(({ volume_id }) => volume_id !== null)) {
    return (
      <Suspense fallback={<GridSkeleton />}>
        <SeriesVolumes
          seriesId={series.id}
          books={books}
          isWhole={!choice.isUnread && !choice.isReversed}
        />
      </Suspense>
    );
  }
  return (
    <ul className={layout === 'grid' ? classes.grid : classes.list}>
      {/* Gaps are between neighbours, which a choice separates. */}
      {(choice.isUnread || choice.isReversed
        ? books.map((book) => ({ book }))
        : withGaps(books)
      ).map((entry) =>
        'gap' in entry ? (
          <li key={`${entry.gap.kind} ${String(entry.gap.start)}`}>
            <GapMark gap={entry.gap} layout={layout} />
          </li>
        ) : (
          <li key={entry.book.id}>
            {layout === 'grid' ? <BookCard book={entry.book} /> : <BookRow book={entry.book} />}
          </li>
        ),
      )}
    </ul>
  );
};

export const BookLayoutSwitch = () => (
  <div className={classes.switch}>
    <LayoutButton layout="grid" />
    <LayoutButton layout="list" />
  </div>
);

const LayoutButton = ({ layout }: { layout: 'grid' | 'list' }) => {
  const { t } = useTranslation('series');
  const isActive = usePreferences((preferences) => preferences.bookLayout === layout);
  const label = t(`layout.${layout}`);
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isActive ? 'default' : 'subtle'}
        aria-label={label}
        aria-pressed={isActive}
        onClick={() => setPreference({ bookLayout: layout })}
      >
        {layout === 'grid' ? <IconLayoutGrid size={17} /> : <IconList size={17} />}
      </ActionIcon>
    </Tooltip>
  );
};
