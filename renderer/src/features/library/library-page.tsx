import { Button } from '@mantine/core';
import { IconBooks, IconFolderOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { isOver } from '../../api/live-cache.ts';
import {
  bookPageQuery,
  librariesQuery,
  scanStatusQuery,
  seriesPageQuery,
} from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { usePageHead } from '../../app/page-head.ts';
import { usePreferences } from '../../app/preferences.ts';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { BookCard } from '../book/book-card.tsx';
import { ScanBanner } from '../scans/scan-banner.tsx';
import { useStartScan } from '../scans/mutations.ts';
import { SeriesCard } from '../series/series-card.tsx';
import { GridSkeleton } from './grid-skeleton.tsx';
import { LibraryHead } from './library-head.tsx';
import { useLibraryView, type LibraryView } from './library-view.ts';
import { listPageSize } from './page-range.ts';
import { useWindowedList, type WindowedList } from './use-windowed-list.ts';
import { VirtualGrid } from './virtual-grid.tsx';

const route = getRouteApi('/shell/library/$libraryId');

export const LibraryPage = () => {
  const { libraryId } = route.useParams();
  const libraries = useQuery(librariesQuery());
  const library = libraries.data?.find(({ id }) => id === libraryId);
  usePageHead(library?.name);

  if (libraries.isError && libraries.data === undefined) {
    return <ErrorState error={libraries.error} onRetry={() => void libraries.refetch()} />;
  }
  if (libraries.data === undefined)
    return (
      <Page>
        <GridSkeleton />
      </Page>
    );
  if (library === undefined) return <NotFoundPage />;
  return <LibraryContent key={library.id} library={library} />;
};

const LibraryContent = ({ library }: { library: Library }) => {
  const { t } = useTranslation('library');
  const view = useLibraryView();
  return (
    <Page>
      <LibraryHead library={library} view={view} />
      {!library.available && (
        <Banner icon={<IconFolderOff />} title={t('unavailable.title')}>
          {t('unavailable.text', { path: library.path })}
        </Banner>
      )}
      <ScanBanner libraryId={library.id} />
      {view.kind === 'series' ? (
        <SeriesGrid key="series" library={library} view={view} />
      ) : (
        <BookGrid key="books" library={library} view={view} />
      )}
    </Page>
  );
};

const SeriesGrid = ({
  library,
  view,
}: {
  library: Library;
  view: LibraryView & { kind: 'series' };
}) => {
  const list = useWindowedList((page) =>
    seriesPageQuery({
      libraryId: library.id,
      sort: view.sort,
      direction: view.direction,
      page,
      pageSize: listPageSize,
    }),
  );
  return (
    <Listing
      library={library}
      list={list}
      card={(series, tabIndex) => <SeriesCard series={series} tabIndex={tabIndex} />}
    />
  );
};

const BookGrid = ({
  library,
  view,
}: {
  library: Library;
  view: LibraryView & { kind: 'books' };
}) => {
  const list = useWindowedList((page) =>
    bookPageQuery({
      libraryId: library.id,
      sort: view.sort,
      direction: view.direction,
      page,
      pageSize: listPageSize,
    }),
  );
  return (
    <Listing
      library={library}
      list={list}
      card={(book, tabIndex) => <BookCard book={book} showSeries tabIndex={tabIndex} />}
    />
  );
};

interface ListingProps<T> {
  library: Library;
  list: WindowedList<T>;
  card: (item: T, tabIndex: 0 | -1) => React.ReactNode;
}

const Listing = <T,>({ library, list, card }: ListingProps<T>) => {
  const { t } = useTranslation(['library', 'common']);
  const density = usePreferences((preferences) => preferences.density);
  if (list.total === null) {
    return list.error === null ? (
      <GridSkeleton />
    ) : (
      <ErrorState error={list.error} onRetry={list.retry} />
    );
  }
  if (list.total === 0) return <NothingHere library={library} />;
  return (
    <>
      {list.error !== null && (
        <Banner
          title={t('partly')}
          action={
            <Button size="compact-sm" variant="default" onClick={list.retry}>
              {t('common:error.retry')}
            </Button>
          }
        />
      )}
      <VirtualGrid
        label={library.name}
        total={list.total}
        at={list.at}
        onShow={list.show}
        density={density}
        card={card}
      />
    </>
  );
};

/** Why a library shows nothing, and what to do about it. */
const NothingHere = ({ library }: { library: Library }) => {
  const { t } = useTranslation('library');
  const { data: scan } = useQuery(scanStatusQuery(library.id));
  const start = useStartScan();
  const mayScan = useCan('libraries-write');
  if (scan === undefined || !library.available) return null;

  const reason = !isOver(scan) ? 'scanning' : scan.status === 'idle' ? 'notScanned' : 'noBooks';
  return (
    <EmptyState
      icon={<IconBooks stroke={1.25} />}
      title={t(`${reason}.title`)}
      action={
        reason !== 'scanning' &&
        mayScan && (
          <Button
            leftSection={<IconRefresh size={16} />}
            loading={start.isPending}
            onClick={() => start.mutate({ id: library.id, mode: 'normal' })}
          >
            {t('scan')}
          </Button>
        )
      }
    >
      {t(`${reason}.text`, {
        path: library.path,
        done: scan.files_processed,
        total: scan.files_total,
      })}
    </EmptyState>
  );
};
