import { IconMoodEmpty } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { withTranslations } from '../../locales/with-translations.ts';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { GapMark } from './gap-mark.tsx';
import { withGaps } from './gaps.ts';
import { SeriesBook } from './series-book.tsx';
import classes from './series-books.module.css';

const SeriesVolumes = lazyPart(
  async () => ({
    default: (await withTranslations(import('../volumes/series-volumes.tsx'))).SeriesVolumes,
  }),
  <GridSkeleton />,
);

interface SeriesBooksProps {
  series: FullSeries;
  books: readonly Book[];
}

/** Books of a series in reading order, as covers or rows, with gaps marked. */
export const SeriesBooks = ({ series, books }: SeriesBooksProps) => {
  const { t } = useTranslation('series');
  const layout = usePreferences((preferences) => preferences.bookLayout);
  if (books.length === 0) {
    return (
      <EmptyState icon={<IconMoodEmpty stroke={1.25} />} title={t('empty.title')}>
        {t('empty.text', { path: series.path })}
      </EmptyState>
    );
  }
  if (books.some(({ volume_id }) => volume_id !== null)) {
    return <SeriesVolumes seriesId={series.id} books={books} />;
  }
  return (
    <ul className={layout === 'grid' ? classes.grid : classes.list}>
      {withGaps(books).map((entry) =>
        'gap' in entry ? (
          <li key={`${entry.gap.kind} ${String(entry.gap.start)}`}>
            <GapMark gap={entry.gap} layout={layout} />
          </li>
        ) : (
          <li key={entry.book.id}>
            <SeriesBook book={entry.book} layout={layout} />
          </li>
        ),
      )}
    </ul>
  );
};
