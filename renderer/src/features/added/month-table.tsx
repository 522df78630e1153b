import { useTranslation } from 'react-i18next';

import type { AddedDay } from '../../../../shared/api/books.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './added.module.css';
import { weeksOf } from './month.ts';

interface MonthTableProps {
  month: string;
  days: readonly AddedDay[];
  chosen: string | undefined;
  onChoose: (day: string) => void;
}

/** A month, a row for each week; days with new books are buttons. */
export const MonthTable = ({ month, days, chosen, onChoose }: MonthTableProps) => {
  const { t } = useTranslation('added');
  const { locale, date, number } = useLocale();
  const weekdays = (['long', 'short', 'narrow'] as const).map(
    (weekday) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }),
  );
  const added = new Map(days.map((day) => [day.date, day]));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, weekday) => {
            // 5 January 1970 was a Monday.
            const [name, short, initial] = weekdays.map((format) =>
              format.format(new Date((weekday + 4) * dayMs)),
            );
            return (
              <th key={weekday} scope="col" aria-label={name}>
                <span className={classes.weekday}>{short}</span>
                <span className={classes.initial}>{initial}</span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, row) => (
          <tr key={row}>
            {week.map((day, column) => {
              const found = day === null ? undefined : added.get(day);
              return (
                <td key={column} data-empty={day === null || undefined}>
                  {day === null ? null : found === undefined ? (
                    <span className={classes.number}>{Number(day.slice(8))}</span>
                  ) : (
                    <button
                      type="button"
                      aria-pressed={day === chosen}
                      aria-label={t('day', { count: found.books, day: date(`${day}T12:00:00`) })}
                      onClick={() => onChoose(day)}
                    >
                      <span className={classes.number}>{Number(day.slice(8))}</span>
                      <span className={classes.covers}>
                        {found.book_ids.map((id) => (
                          <DayCover key={id} id={id} />
                        ))}
                      </span>
                      <span className={classes.count}>{t('count', { count: found.books })}</span>
                      <span className={classes.short}>{number(found.books)}</span>
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const DayCover = (book: { id: string }) => <Cover src={useBookCover(book)} title="" />;
