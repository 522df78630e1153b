import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { librariesQuery } from '../../../api/queries.ts';
import { NotFoundPage } from '../../../ui/layout/not-found-page.tsx';
import { usePageTitle } from '../../../ui/layout/page-title.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { BooksTab } from './books-tab.tsx';
import { FoldersTab } from './folders-tab.tsx';
import { GridSkeleton } from '../grid/grid-skeleton.tsx';
import { useLibraryView } from './library-view.ts';
import { SeriesTab } from './series-tab.tsx';

const route = getRouteApi('/shell/library/$libraryId');

export const LibraryPage = () => {
  const { libraryId } = route.useParams();
  const libraries = useQuery(librariesQuery());
  const library = libraries.data?.find(({ id }) => id === libraryId);
  usePageTitle(library?.name);

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
  const view = useLibraryView();
  return (
    <Page>
      {view.kind === 'series' && <SeriesTab library={library} view={view} />}
      {view.kind === 'books' && <BooksTab library={library} view={view} />}
      {view.kind === 'folders' && <FoldersTab library={library} />}
    </Page>
  );
};
