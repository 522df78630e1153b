import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button, SegmentedControl } from '@mantine/core';

import type { ReadingStats } from '../../../../shared/api/reading-stats.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RecentBooks } from './recent-books.tsx';
import classes from './stats.module.css';

const firstRows = 10;

/** The unit of the bars. */
const measures = ['pages', 'seconds', 'books'] as const;
type Measure = (typeof measures)[number];

/** Without those of which nothing is known, the largest first. */
const ranked = <Entry extends Record<Measure, number>>(
  entries: readonly Entry[],
  measure: Measure,
): Entry[] => entries.filter((entry) => entry[measure] > 0).sort((a, b) => b[measure] - a[measure]);

/** Tables of series and formats with bars, and of finished books. */
export const StatsTables = ({ stats }: { stats: ReadingStats }) => {
  const { t } = useTranslation('stats');
  const [all, setAll] = useState(false);
  const [measure, setMeasure] = useState<Measure>('pages');
  const bySeries = ranked(stats.by_series, measure);
  const byFormat = ranked(stats.by_format, measure);
  const series = all ? bySeries : bySeries.slice(0, firstRows);
  return (
    <>
      {bySeries.length > 0 && (
        <SegmentedControl
          className={`${classes.spans} ${classes.measure}`}
          aria-label={t('measure.label')}
          value={measure}
          onChange={setMeasure}
          data={measures.map((value) => ({ value, label: t(`measure.${value}`) }))}
        />
      )}
      {stats.sittings > 0 && (
        <p className={classes.untimed}>{t('sittings', { count: stats.sittings })}</p>
      )}
      <div className={classes.columns}>
        {bySeries.length > 0 && (
          <section className={classes.section} aria-label={t('bySeries')}>
            <h2>{t('bySeries')}</h2>
            <ol className={classes.bars}>
              {series.map((entry) => (
                <Bar
                  key={entry.series_id}
                  measure={measure}
                  value={entry[measure]}
                  most={bySeries[0]?.[measure] ?? 1}
                >
                  <Link data-alone to="/series/$seriesId" params={{ seriesId: entry.series_id }}>
                    {entry.name}
                  </Link>
                </Bar>
              ))}
            </ol>
            {bySeries.length > firstRows && (
              <Button variant="subtle" color="gray" size="compact-md" onClick={() => setAll(!all)}>
                {t(all ? 'fewer' : 'all', { count: bySeries.length })}
              </Button>
            )}
          </section>
        )}
        {byFormat.length > 0 && (
          <section className={classes.section} aria-label={t('byFormat')}>
            <h2>{t('byFormat')}</h2>
            <ol className={classes.bars}>
              {byFormat.map((entry) => (
                <Bar
                  key={entry.format}
                  measure={measure}
                  value={entry[measure]}
                  most={byFormat[0]?.[measure] ?? 1}
                >
                  {entry.format === 'folder' ? t('folder') : entry.format.toUpperCase()}
                </Bar>
              ))}
            </ol>
          </section>
        )}
        <RecentBooks />
      </div>
    </>
  );
};

interface BarProps {
  measure: Measure;
  value: number;
  /** Value of the longest bar. */
  most: number;
  children: React.ReactNode;
}

const Bar = ({ measure, value, most, children }: BarProps) => {
  const { number, duration } = useLocale();
  return (
    <li>
      <span className={classes.name}>{children}</span>
      <span className={classes.value}>
        {measure === 'seconds' ? duration(value * 1000) : number(value)}
      </span>
      <span
        className={classes.bar}
        style={{ inlineSize: `${(value / Math.max(1, most)) * 100}%` }}
        aria-hidden
      />
    </li>
  );
};
