import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '@mantine/core';

import type { ReadingStats } from '../../../../shared/api/reading-stats.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RecentBooks } from './recent-books.tsx';
import classes from './stats.module.css';

const firstRows = 10;

/** Tables of series and formats with bars, and of finished books. */
export const StatsTables = ({ stats }: { stats: ReadingStats }) => {
  const { t } = useTranslation('stats');
  const [all, setAll] = useState(false);
  const series = all ? stats.by_series : stats.by_series.slice(0, firstRows);
  return (
    <div className={classes.columns}>
      <section className={classes.section} aria-label={t('bySeries')}>
        <h2>{t('bySeries')}</h2>
        <ol className={classes.bars}>
          {series.map((entry) => (
            <Bar key={entry.series_id} pages={entry.pages} most={stats.by_series[0]?.pages ?? 1}>
              <Link data-alone to="/series/$seriesId" params={{ seriesId: entry.series_id }}>
                {entry.name}
              </Link>
            </Bar>
          ))}
        </ol>
        {stats.by_series.length > firstRows && (
          <Button variant="subtle" color="gray" size="compact-md" onClick={() => setAll(!all)}>
            {t(all ? 'fewer' : 'all', { count: stats.by_series.length })}
          </Button>
        )}
      </section>
      <section className={classes.section} aria-label={t('byFormat')}>
        <h2>{t('byFormat')}</h2>
        <ol className={classes.bars}>
          {stats.by_format.map((entry) => (
            <Bar key={entry.format} pages={entry.pages} most={stats.by_format[0]?.pages ?? 1}>
              {entry.format === 'folder' ? t('folder') : entry.format.toUpperCase()}
            </Bar>
          ))}
        </ol>
      </section>
      <RecentBooks />
    </div>
  );
};

interface BarProps {
  pages: number;
  /** Value of the longest bar. */
  most: number;
  children: React.ReactNode;
}

const Bar = ({ pages, most, children }: BarProps) => {
  const { number } = useLocale();
  return (
    <li>
      <span className={classes.name}>{children}</span>
      <span className={classes.value}>{number(pages)}</span>
      <span
        className={classes.bar}
        style={{ inlineSize: `${(pages / Math.max(1, most)) * 100}%` }}
        aria-hidden
      />
    </li>
  );
};
