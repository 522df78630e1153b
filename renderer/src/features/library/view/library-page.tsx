import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { desktop } from '../../../api/desktop.ts';
import { librariesQuery } from '../../../api/queries.ts';
import { useCan } from '../../../api/session-store.ts';
import { addBookTexts } from '../../../locales/load-texts.ts';
import { withTranslations } from '../../../locales/with-translations.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { NotFoundPage } from '../../../ui/layout/not-found-page.tsx';
import { usePageTitle } from '../../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../../ui/layout/page.tsx';
import { GridSkeleton } from '../grid/grid-skeleton.tsx';
import { NoLibraries } from '../manage/no-libraries.tsx';
import { allLibraries, allLibrariesId, isAllLibraries } from './all-libraries.ts';
import { FoldersTab } from './folders-tab.tsx';
import classes from './library-head.module.css';
import { useLibraryView } from './library-view.ts';
import { recordKinds } from './record-kinds.tsx';
import { ReadingTab } from './reading-tab.tsx';
import { RecordsTab } from './records-tab.tsx';

export { firstRequests } from './library-requests.ts';

const route = getRouteApi('/shell/library/$libraryId');

const UploadDrop = lazyPart(async () => ({
  default: (await withTranslations(import('../../uploads/upload-drop.tsx'), addBookTexts))
    .UploadDrop,
}));

export const LibraryPage = () => {
  const { libraryId } = route.useParams();
  const libraries = useQuery(librariesQuery());
  const { t } = useTranslation(['library', 'common']);
  const showsAll = libraryId === allLibrariesId;
  const library = showsAll
    ? allLibraries(libraries.data ?? [], t('common:libraries.all'))
    : libraries.data?.find(({ id }) => id === libraryId);
  // This title replaces that of the page below, if both are drawn at once.
  const missing = libraries.data === undefined ? undefined : t('common:notFound.title');
  usePageTitle(showsAll ? t('common:libraries.all') : (library?.name ?? missing));

  if (libraries.isError && libraries.data === undefined) {
    return <ErrorState error={libraries.error} onRetry={() => void libraries.refetch()} />;
  }
  if (libraries.data === undefined)
    return (
      <Page>
        <HeadSkeleton />
        <GridSkeleton />
      </Page>
    );
  if (library === undefined && showsAll) {
    return (
      <Page>
        <PageTitle>{t('common:libraries.all')}</PageTitle>
        <NoLibraries />
      </Page>
    );
  }
  if (library === undefined) return <NotFoundPage />;
  return <LibraryContent key={library.id} library={library} />;
};

const LibraryContent = ({ library }: { library: Library }) => {
  const view = useLibraryView(library);
  return (
    <Page>
      {view.kind === 'series' && (
        <RecordsTab key="series" library={library} view={view} recordKind={recordKinds.series} />
      )}
      {view.kind === 'books' && (
        <RecordsTab key="books" library={library} view={view} recordKind={recordKinds.books} />
      )}
      {view.kind === 'folders' && !isAllLibraries(library) && <FoldersTab library={library} />}
      {view.kind === 'reading' && <ReadingTab library={library} />}
      <DropTarget library={library} />
    </Page>
  );
};

/** In the browser only: the desktop app opens dropped files in windows of their own. */
const DropTarget = ({ library }: { library: Library }) => {
  const { folder = '' } = route.useSearch();
  const canUpload = useCan('books-upload');
  if (!canUpload || desktop?.openDropped || isAllLibraries(library)) return null;
  return <UploadDrop library={library} folder={folder} />;
};

/** As high as the title and the toolbar of a library that is not known yet. */
const HeadSkeleton = () => (
  <>
    <PageTitle>{'\u00a0'}</PageTitle>
    <div className={classes.bar} style={{ height: '3.1875rem' }} />
  </>
);
