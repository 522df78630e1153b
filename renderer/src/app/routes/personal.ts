import { annotationKinds } from '../../../../shared/api/annotations.ts';
import { releaseStates } from '../../../../shared/api/release-record.ts';
import { entryKinds } from '../../../../shared/api/scan-reports.ts';
import { oneOf, pageNumber, text } from '../../ui/checks.ts';
import { searchRoute, shellRoute } from './frame.tsx';
import { page } from './page.ts';

const lists = () => import('../../features/lists/lists-page.tsx');
const list = () => import('../../features/lists/list-page.tsx');

export const collections = shellRoute('/collections', page(lists, 'CollectionsPage'));

export const collection = shellRoute('/collection/$id', page(list, 'CollectionPage'));

export const readLists = shellRoute('/read-lists', page(lists, 'ReadListsPage'));

export const readList = shellRoute('/read-list/$id', page(list, 'ReadListPage'));

export const wantToRead = shellRoute(
  '/want-to-read',
  page(() => import('../../features/lists/want-to-read-page.tsx'), 'WantToReadPage'),
);

export const smartLists = shellRoute(
  '/smart-lists',
  page(() => import('../../features/smart-lists/smart-lists-page.tsx'), 'SmartListsPage'),
);

export const smartList = shellRoute(
  '/smart-list/$id',
  page(() => import('../../features/smart-lists/smart-list-page.tsx'), 'SmartListPage'),
);

export const annotations = searchRoute(
  '/annotations',
  {
    q: text(200),
    kind: oneOf(annotationKinds),
    sort: oneOf(['created_at', 'updated_at']),
    page: pageNumber,
  },
  page(() => import('../../features/annotations/annotations-page.tsx'), 'AnnotationsPage'),
);

export const downloads = shellRoute(
  '/downloads',
  page(() => import('../../offline/downloads-page.tsx'), 'DownloadsPage'),
);

export const activity = searchRoute(
  '/activity',
  {
    tab: oneOf(['now', 'log', 'edits']),
    status: oneOf(['completed', 'failed', 'cancelled']),
  },
  page(() => import('../../features/activity/activity-page.tsx'), 'ActivityPage'),
);

export const scanReports = shellRoute(
  '/activity/reports',
  page(() => import('../../features/scan-reports/scan-reports-page.tsx'), 'ScanReportsPage'),
);

export const scanReport = searchRoute(
  '/activity/reports/$reportId',
  {
    kind: oneOf(entryKinds),
    page: pageNumber,
  },
  page(() => import('../../features/scan-reports/scan-report-page.tsx'), 'ScanReportPage'),
);

export const releases = searchRoute(
  '/releases',
  {
    state: oneOf(releaseStates),
    library: text(40),
    language: text(35),
    series: text(200),
    page: pageNumber,
  },
  page(() => import('../../features/releases/releases-page.tsx'), 'ReleasesPage'),
);

export const stats = searchRoute(
  '/stats',
  {
    span: oneOf(['month', 'year', 'all']),
  },
  page(() => import('../../features/stats/stats-page.tsx'), 'StatsPage'),
);
