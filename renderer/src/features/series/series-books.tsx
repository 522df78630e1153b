import { IconMoodEmpty } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { usePreferences, type Layout } from '../../ui/preferences.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { BookCard } from '../book/book-card.tsx';
import { BookRow } from '../book/book-row.tsx';
import { withGaps, type Gap } from './gaps.ts';
import classes from './series-books.module.css';

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
  return (
    <ul className={layout === 'grid' ? classes.grid : classes.list}>
      {withGaps(books).map((entry) =>
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

/** "#4 missing", at its position in the order. */
const GapMark = ({ gap, layout }: { gap: Gap; layout: Layout }) => {
  const { t } = useTranslation('series');
  const value =
    gap.start === gap.end ? String(gap.start) : `${String(gap.start)}–${String(gap.end)}`;
  return (
    <span className={classes.gap} data-layout={layout}>
      {t('missing', {
        mark: t(`mark.${gap.kind}`, { value }),
        count: gap.end - gap.start + 1,
      })}
    </span>
  );
};
