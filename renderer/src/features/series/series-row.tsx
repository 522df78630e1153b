import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Series } from '../../../../shared/api/series-record.ts';
import { useSeriesCover } from '../../api/cover-versions.ts';
import { CoverLine } from '../../ui/cover/cover-line.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../book/book-row.module.css';

/** A series as a list row. */
export const SeriesRow = ({ series, tabIndex = 0 }: { series: Series; tabIndex?: 0 | -1 }) => {
  const { t } = useTranslation();
  const { bytes } = useLocale();
  const { unread_count: unread } = series;
  const facts = [
    t('count.books', { count: series.book_count }),
    series.publisher,
    series.year === null ? null : String(series.year),
  ];
  return (
    <Link
      to="/series/$seriesId"
      params={{ seriesId: series.id }}
      className={classes.row}
      tabIndex={tabIndex}
    >
      <CoverLine
        cover={useSeriesCover(series)}
        ratio={series.cover_ratio}
        title={series.name}
        detail={facts.filter((fact) => fact !== null).join(' · ')}
      />
      {series.writers.length > 0 && <span className={classes.by}>{series.writers.join(', ')}</span>}
      {unread !== null && unread > 0 && (
        <span className={classes.size}>{t('count.unread', { count: unread })}</span>
      )}
      <span className={classes.size}>{bytes(series.file_size)}</span>
    </Link>
  );
};
