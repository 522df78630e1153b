import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { useIsLost } from '../../api/connection-store.ts';
import { readOfflineUser } from '../../api/offline-user.ts';
import { useCan } from '../../api/session-store.ts';
import { desktop } from '../../api/desktop.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { NoLibraries } from '../library/manage/no-libraries.tsx';
import { ScanBanner } from '../scans/scan-banner.tsx';
import { useRunningScans } from '../scans/use-scans.ts';
import { welcomeWaits } from '../setup/welcome-state.ts';
import { Shelves } from './shelves.tsx';

/** Home: continue reading, up next, and new. */
export const HomePage = () => {
  const { t } = useTranslation('home');
  usePageTitle(t('title'));
  const libraries = useQuery(librariesQuery());
  const canAdd = useCan('libraries-write');
  const lost = useIsLost();

  if (lost && libraries.data === undefined && readOfflineUser() !== null) {
    return <Navigate to="/downloads" replace />;
  }
  if (libraries.isError) {
    return <ErrorState error={libraries.error} onRetry={() => void libraries.refetch()} />;
  }
  if (libraries.data?.length === 0) {
    if (canAdd && welcomeWaits(desktop !== undefined)) return <Navigate to="/welcome" replace />;
    return <NoLibraries heading="h1" />;
  }
  return (
    <Contents bookCount={libraries.data?.reduce((sum, { book_count }) => sum + book_count, 0)} />
  );
};

const Contents = ({ bookCount }: { bookCount: number | undefined }) => {
  const { t } = useTranslation('home');
  const scanning = useRunningScans().size > 0;
  return (
    <Page>
      <h1 style={{ position: 'absolute', clipPath: 'inset(50%)' }}>{t('title')}</h1>
      <ScanBanner />
      {bookCount === 0 && !scanning && (
        <EmptyState icon={<IconFolderPlus stroke={1.25} />} title={t('noBooks.title')}>
          {t('noBooks.text')}
        </EmptyState>
      )}
      <Shelves isAwaiting={scanning} />
    </Page>
  );
};
