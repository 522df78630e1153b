import { ActionIcon } from '@mantine/core';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { BookCard } from '../book/book-card.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import classes from './added.module.css';
import { adjacentMonth, isMonth } from './month.ts';
import { MonthTable } from './month-table.tsx';
import { addedBooksQuery, addedDaysQuery, lastMonthQuery } from './queries.ts';

const route = getRouteApi('/shell/added');

/** A calendar of the books that were added, and the books of a day. */
export const AddedPage = () => {
  const { t } = useTranslation('added');
  usePageTitle(t('title'));
  const { month: given = '' } = route.useSearch();
  const requested = isMonth(given) ? given : undefined;
  const last = useQuery({ ...lastMonthQuery(), enabled: requested === undefined });
  const month = requested ?? last.data;
  return (
    <Page>
      <PageTitle aside={month !== undefined && <MonthSteps month={month} />}>
        {t('title')}
      </PageTitle>
      {month === undefined ? (
        <QueryState query={last} placeholder={<GridSkeleton />} />
      ) : (
        <Month month={month} />
      )}
    </Page>
  );
};

const useMonthName = () => {
  const { locale } = useLocale();
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  return (month: string) => format.format(new Date(`${month}-15T12:00:00`));
};

const MonthSteps = ({ month }: { month: string }) => {
  const { t } = useTranslation('added');
  const name = useMonthName();
  const navigate = route.useNavigate();
  const step = (offset: -1 | 1) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t(offset === -1 ? 'previous' : 'next')}
      onClick={() =>
        void navigate({ search: { month: adjacentMonth(month, offset) }, replace: true })
      }
    >
      {offset === -1 ? <IconChevronLeft size={18} /> : <IconChevronRight size={18} />}
    </ActionIcon>
  );
  return (
    <>
      {step(-1)}
      <span className={classes.month} role="status">
        {name(month)}
      </span>
      {step(1)}
    </>
  );
};

const Month = ({ month }: { month: string }) => {
  const { t } = useTranslation('added');
  const name = useMonthName();
  const { day: requested } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(addedDaysQuery(month));
  const days = query.data;
  if (days === undefined) return <QueryState query={query} placeholder={<GridSkeleton />} />;
  const shown = days.find(({ date }) => date === requested) ?? days[0];
  return (
    <>
      <MonthTable
        month={month}
        days={days}
        chosen={shown?.date}
        onChoose={(day) => void navigate({ search: { month, day }, replace: true })}
      />
      {shown === undefined ? (
        <EmptyState
          icon={<IconCalendarOff stroke={1.25} />}
          title={t('none', { month: name(month) })}
        >
          {t('noneText')}
        </EmptyState>
      ) : (
        <BooksOfDay day={shown.date} />
      )}
    </>
  );
};

const BooksOfDay = ({ day }: { day: string }) => {
  const { t } = useTranslation('added');
  const { date } = useLocale();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(addedBooksQuery(day, page));
  const name = t('onDay', { day: date(`${day}T12:00:00`) });
  return (
    <section aria-label={name} className={classes.day}>
      <h2>{name}</h2>
      <QueryState query={query} placeholder={<GridSkeleton />} />
      {query.data !== undefined && (
        <>
          <ul className={classes.books}>
            {query.data.data.map((book) => (
              <li key={book.id}>
                <BookCard book={book} showSeries />
              </li>
            ))}
          </ul>
          <Pager
            page={page}
            query={query}
            onPage={(next) =>
              void navigate({ search: (known) => ({ ...known, page: next }), replace: true })
            }
          />
        </>
      )}
    </section>
  );
};
