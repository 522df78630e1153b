import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutGrid, IconList, IconMoodEmpty } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { FullSeries } from '../../../../shared/api/series.ts';
import type { Paginated } from '../../../../shared/endpoint.ts';
import { setPreference, usePreferences } from '../../app/preferences.ts';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { BookCard } from '../book/book-card.tsx';
import { BookRow } from '../book/book-row.tsx';
import { GridSkeleton } from '../library/grid-skeleton.tsx';
import classes from './series-books.module.css';

interface SeriesBooksProps {
  series: FullSeries;
  books: UseQueryResult<Paginated<Book>>;
}

/** The books of a series in reading order, as covers or as a list. */
export const SeriesBooks = ({ series, books }: SeriesBooksProps) => {
  const { t } = useTranslation('series');
  const layout = usePreferences((preferences) => preferences.bookLayout);
  const items = books.data?.data;
  return (
    <section className={classes.section} aria-label={t('books')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('books')}</h2>
        <div className={classes.switch}>
          <LayoutButton layout="grid" active={layout === 'grid'} />
          <LayoutButton layout="list" active={layout === 'list'} />
        </div>
      </div>
      {items === undefined && books.isError && (
        <ErrorState compact error={books.error} onRetry={() => void books.refetch()} />
      )}
      {items === undefined && !books.isError && <GridSkeleton />}
      {items?.length === 0 && (
        <EmptyState icon={<IconMoodEmpty stroke={1.25} />} title={t('empty.title')}>
          {t('empty.text', { path: series.path })}
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className={layout === 'grid' ? classes.grid : classes.list}>
          {items.map((book) => (
            <li key={book.id}>
              {layout === 'grid' ? <BookCard book={book} /> : <BookRow book={book} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const LayoutButton = ({ layout, active }: { layout: 'grid' | 'list'; active: boolean }) => {
  const { t } = useTranslation('series');
  const label = t(`layout.${layout}`);
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={active ? 'default' : 'subtle'}
        color="gray"
        aria-label={label}
        aria-pressed={active}
        onClick={() => setPreference({ bookLayout: layout })}
      >
        {layout === 'grid' ? <IconLayoutGrid size={17} /> : <IconList size={17} />}
      </ActionIcon>
    </Tooltip>
  );
};
