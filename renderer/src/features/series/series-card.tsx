import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Series } from '../../../../shared/api/series-record.ts';
import { useSeriesCover } from '../../api/cover-versions.ts';
import { CoverCard } from '../../ui/cover/cover-card.tsx';
import { readShare } from '../../ui/cover/read-share.ts';
import { useUnreadMark } from '../../ui/cover/use-unread-mark.ts';

interface SeriesCardProps {
  series: Series;
  /** The line below the title, in place of the number of books. */
  detail?: string;
  tabIndex?: 0 | -1;
}

/** Memoized, because scrolling a grid renders hundreds of cards. */
export const SeriesCard = memo(function SeriesCard({
  series,
  detail,
  tabIndex = 0,
}: SeriesCardProps) {
  const { t } = useTranslation();
  const { book_count: books, unread_count: unread } = series;
  const begun = series.read_status === 'in_progress';
  const isMarked = useUnreadMark(series.date_added, begun);
  return (
    <Link to="/series/$seriesId" params={{ seriesId: series.id }} tabIndex={tabIndex}>
      <CoverCard
        cover={useSeriesCover(series)}
        title={series.name}
        author={series.writers.join(', ')}
        ratio={series.cover_ratio}
        detail={detail ?? t('count.books', { count: books })}
        unread={!isMarked || !unread ? undefined : books === 1 ? 'new' : unread}
        unreadLabel={
          unread === null
            ? undefined
            : books === 1
              ? t('state.unread')
              : t('count.unread', { count: unread })
        }
        progress={begun ? readShare(series) : undefined}
        done={series.read_status === 'read'}
      />
    </Link>
  );
});
