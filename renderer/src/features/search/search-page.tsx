import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBooks, IconFilter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SearchField } from '../../ui/controls/search-field.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { useCan } from '../../api/session-store.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useAnnounced } from '../../ui/feedback/announce.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { withTranslations } from '../../locales/with-translations.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { BookCard } from '../book/book-card.tsx';
import { CreatorsGrid } from '../creators/creators-grid.tsx';
import { creatorsGlance } from '../creators/queries.ts';
import { encodeFilter } from '../filters/filter-address.ts';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { listPageSize } from '../library/grid/page-range.ts';
import { allLibrariesId } from '../library/view/all-libraries.ts';
import { WindowedGrid } from '../library/grid/windowed-grid.tsx';
import { SeriesCard } from '../series/series-card.tsx';
import {
  booksGlance,
  foundBooksPage,
  foundSeriesPage,
  listsGlance,
  seriesGlance,
} from './queries.ts';
import { searchKinds, type SearchKind } from './search-kinds.ts';
import { searchOrders, useSearchOrder } from './search-order.ts';
import { bookContext, seriesContext } from './result-context.ts';
import tabs from '../../ui/layout/tabs.module.css';
import { useShownTab } from '../../ui/layout/use-shown-tab.ts';
import classes from './search-page.module.css';

export { firstRequests } from './search-requests.ts';

/** Loaded with its tab, because it brings the dialogs of lists. */
const FoundLists = lazyPart(
  async () => ({ default: (await withTranslations(import('./found-lists.tsx'))).FoundLists }),
  <GridSkeleton />,
);

/** Debounce before a search is written to the URL (ms). */
const pauseMs = 250;

/** All series or books that match a text. */
export const SearchPage = () => {
  const { t } = useTranslation('search');
  const { q = '', view: chosen } = useSearch({ from: '/shell/search' });
  usePageTitle(q === '' ? t('title') : t('titleOf', { text: q }));
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  // Back and the palette change the URL without the field.
  if (q !== shown) {
    setShown(q);
    if (q !== text.trim()) setText(q);
  }
  const search = useDebouncedCallback((next: string) => {
    void navigate({ to: '/search', search: { q: next, view: chosen }, replace: true });
  }, pauseMs);
  const { order } = useSearchOrder();
  const totals = useTotals(q);
  // Without a choice, the first tab that has results.
  const view = chosen ?? firstFound(totals);

  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      <SearchField
        label={t('placeholder')}
        className={classes.field}
        size="md"
        leftSection={<IconSearch size={18} />}
        value={text}
        autoFocus={q === ''}
        onChange={(value) => {
          setText(value);
          search(value.trim());
        }}
      />
      {q === '' ? (
        <EmptyState icon={<IconSearch stroke={1.25} />} title={t('start')}>
          {t('startText')}
        </EmptyState>
      ) : (
        <>
          <div className={classes.head}>
            <Tabs text={q} view={view} totals={totals} />
            {(view === 'series' || view === 'books') && (
              <>
                <RulesLink text={q} view={view} />
                <OrderChoice />
              </>
            )}
          </div>
          {view === 'creators' && <CreatorsGrid key={q} filter={{ search: q }} />}
          {view === 'lists' && <FoundLists key={q} text={q} />}
          {view === 'series' && (
            <WindowedGrid
              key={`series ${order} ${q}`}
              label={t('series')}
              empty={<Nothing text={q} />}
              query={(page) => foundSeriesPage(q, { page, pageSize: listPageSize }, order)}
              card={(series, _, tabIndex) => (
                <SeriesCard series={series} detail={seriesContext(series)} tabIndex={tabIndex} />
              )}
            />
          )}
          {view === 'books' && (
            <WindowedGrid
              key={`books ${order} ${q}`}
              label={t('books')}
              empty={<Nothing text={q} />}
              query={(page) => foundBooksPage(q, { page, pageSize: listPageSize }, order)}
              card={(book, _, tabIndex) => (
                <BookCard book={book} detail={bookContext(book)} tabIndex={tabIndex} />
              )}
            />
          )}
        </>
      )}
    </Page>
  );
};

/** Numbers of matches; undefined until they are known. */
const useTotals = (text: string): Totals => {
  const seesBooks = useCan('books-read');
  const collections = useQuery(listsGlance('collections', text, useCan('collections-read')));
  const readLists = useQuery(listsGlance('readLists', text, useCan('read-lists-read')));
  const isCounting = collections.isLoading || readLists.isLoading;
  return {
    series: useQuery(seriesGlance(text)).data?.total,
    books: useQuery(booksGlance(text)).data?.total,
    creators: useQuery({ ...creatorsGlance(text), enabled: seesBooks && text !== '' }).data?.total,
    lists: isCounting ? undefined : (collections.data?.total ?? 0) + (readLists.data?.total ?? 0),
  };
};
type Totals = Record<SearchKind, number | undefined>;

/** The first kind with results; series until the kinds before are counted. */
const firstFound = (totals: Totals): SearchKind => {
  const found = searchKinds.find((kind) => totals[kind] !== 0) ?? 'series';
  return totals[found] === undefined ? 'series' : found;
};

/** Leads to the list of all libraries with the words as rules, which can be changed and extended there. */
const RulesLink = ({ text, view }: { text: string; view: 'series' | 'books' }) => {
  const { t } = useTranslation('search');
  const field = view === 'series' ? 'name' : 'title';
  const nodes = text.split(/\s+/).map((value) => ({ field, operator: 'contains', value }) as const);
  return (
    <ButtonLink
      variant="default"
      size="compact-md"
      leftSection={<IconFilter size={15} />}
      to="/library/$libraryId"
      params={{ libraryId: allLibrariesId }}
      search={{ view, filter: encodeFilter({ join: 'all', nodes }) }}
    >
      {t('filter')}
    </ButtonLink>
  );
};

const OrderChoice = () => {
  const { t } = useTranslation('search');
  const { order } = useSearchOrder();
  return (
    <Select
      className={classes.order}
      size="xs"
      aria-label={t('order.label')}
      allowDeselect={false}
      data={searchOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
      value={order}
      onChange={(value) => useSearchOrder.setState({ order: value ?? 'relevance' })}
    />
  );
};

interface TabsProps {
  text: string;
  view: SearchKind;
  totals: Totals;
}

const Tabs = ({ text, view, totals }: TabsProps) => {
  const { t } = useTranslation('search');
  const { number } = useLocale();
  const counted = searchKinds.flatMap((kind) =>
    totals[kind] === undefined ? [] : `${t(kind)}: ${number(totals[kind])}`,
  );
  const isCounted = totals.series !== undefined && totals.books !== undefined;
  useAnnounced(isCounted ? counted.join(', ') : undefined);
  return (
    <nav ref={useShownTab(view)} className={`${tabs.tabs} ${classes.tabs}`} aria-label={t('kinds')}>
      {searchKinds.map((kind) => (
        <Link
          key={kind}
          to="/search"
          search={{ q: text, view: kind }}
          replace
          activeOptions={{ exact: true }}
          className={tabs.tab}
          aria-current={kind === view ? 'page' : undefined}
        >
          {t(kind)}
          {totals[kind] !== undefined && (
            <>
              {' '}
              <span className={tabs.count}>{number(totals[kind])}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
};

const Nothing = ({ text }: { text: string }) => {
  const { t } = useTranslation('search');
  return (
    <EmptyState icon={<IconBooks stroke={1.25} />} title={t('nothing', { text })}>
      {t('nothingText')}
    </EmptyState>
  );
};
