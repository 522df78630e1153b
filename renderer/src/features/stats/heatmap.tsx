import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingStats } from '../../../../shared/api/reading-stats.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { calendarWeeks, type CalendarDay } from './calendar.ts';
import { firstDay, type Span } from './spans.ts';
import classes from './stats.module.css';

const cell = 12;
const gap = 3;
const step = cell + gap;
/** Height of the names of months. */
const top = '1.125rem';
/** Every other row has room for a name. */
const namedRows = [0, 2, 4, 6];

/** Calendar heatmap; screen readers get the table below instead. */
export const Heatmap = ({ days, span }: { days: ReadingStats['by_day']; span: Span }) => {
  const { t } = useTranslation('stats');
  const { locale } = useLocale();
  const [today] = useState(() => new Date());
  const weeks = calendarWeeks(days, firstDay(span, today), today);
  const months = new Intl.DateTimeFormat(locale, { month: 'short' });
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // 5 January 1970 was a Monday, as the first row is.
  const weekday = (row: number) => weekdays.format(new Date((row + 4) * dayMs));
  const width = weeks.length * step;
  const height = 7 * step;
  const time = (day: CalendarDay) => new Date(`${day.date}T00:00:00`);
  const label = (day: CalendarDay) =>
    t('dayPages', { date: long.format(time(day)), count: day.pages });

  return (
    <section className={classes.section} aria-label={t('heatmap')}>
      <h2>{t('heatmap')}</h2>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('heatmap')}>
        <div className={classes.weeks} style={{ minWidth: width, maxWidth: width * 1.3 }}>
          <div className={classes.months} style={{ height: top }} aria-hidden>
            {weeks.map((week, column) => {
              // A month's label is above the week that contains its first day.
              const begins = week.find((day) => day !== null && day.date.endsWith('-01'));
              return (
                begins !== undefined &&
                begins !== null && (
                  <span key={column} style={{ left: `${(100 * column) / weeks.length}%` }}>
                    {months.format(time(begins))}
                  </span>
                )
              );
            })}
          </div>
          <svg
            viewBox={`0 0 ${String(width)} ${String(height)}`}
            role="img"
            aria-label={t('heatmapText', { count: days.length })}
          >
            {weeks.map((week, column) => (
              <g key={column} transform={`translate(${column * step} 0)`}>
                {week.map(
                  (day, row) =>
                    day !== null && (
                      <rect
                        key={day.date}
                        y={row * step}
                        width={cell}
                        height={cell}
                        rx={3}
                        className={classes.day}
                        data-level={day.level}
                      >
                        <title>{label(day)}</title>
                      </rect>
                    ),
                )}
              </g>
            ))}
          </svg>
        </div>
        <div
          className={classes.weekdays}
          style={{ gridTemplateRows: `${top} repeat(7, 1fr)` }}
          aria-hidden
        >
          {namedRows.map((row) => (
            <span key={row} style={{ gridRow: row + 2 }}>
              {weekday(row)}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
};
