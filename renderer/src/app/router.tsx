import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { z } from 'zod';

import { annotationKinds } from '../../../shared/api/annotations.ts';
import { bookSortFields } from '../../../shared/api/book-record.ts';
import { healthKinds } from '../../../shared/api/health.ts';
import { releaseStates } from '../../../shared/api/release-record.ts';
import { entryKinds } from '../../../shared/api/scan-reports.ts';
import { seriesSortFields } from '../../../shared/api/series.ts';
import { taskStatuses, taskTypes } from '../../../shared/api/task-record.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { Keyboard } from './keyboard.tsx';
import { Hints } from '../ui/hints.tsx';
import { seriesTabs } from '../features/series/tab-names.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { layouts } from './preferences.ts';
import { RouteError } from './route-error.tsx';
import { SessionGate } from './session-gate.tsx';
import { Shell } from './shell/shell.tsx';
import { withTexts } from './with-texts.ts';

const root = createRootRoute({
  component: () => (
    <SessionGate>
      <Outlet />
      <Keyboard />
      <Hints />
    </SessionGate>
  ),
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: RouteError,
});

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

const home = createRoute({ getParentRoute: () => shell, path: '/', component: HomePage });

/** What a library shows, kept in the address; anything unknown there falls back to the default. */
const librarySearch = z.object({
  view: z.enum(['series', 'books', 'folders']).optional().catch(undefined),
  sort: z
    .enum([...seriesSortFields, ...bookSortFields])
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  layout: z.enum(layouts).optional().catch(undefined),
  filter: z.string().max(8000).optional().catch(undefined),
  /** The folder that the tab of folders shows. */
  folder: z.string().max(4000).optional().catch(undefined),
});

const libraries = createRoute({
  getParentRoute: () => shell,
  path: '/libraries',
  component: lazyRouteComponent(
    () => import('../features/library/libraries-page.tsx'),
    'LibrariesPage',
  ),
});

const library = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId',
  validateSearch: librarySearch,
  component: lazyRouteComponent(
    () => withTexts(import('../features/library/library-page.tsx')),
    'LibraryPage',
  ),
});

const series = createRoute({
  getParentRoute: () => shell,
  path: '/series/$seriesId',
  validateSearch: z.object({ tab: z.enum(seriesTabs).optional().catch(undefined) }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/series/series-page.tsx')),
    'SeriesPage',
  ),
});

const book = createRoute({
  getParentRoute: () => shell,
  path: '/book/$bookId',
  component: lazyRouteComponent(
    () => withTexts(import('../features/book/book-page.tsx')),
    'BookPage',
  ),
});

const annotations = createRoute({
  getParentRoute: () => shell,
  path: '/annotations',
  validateSearch: z.object({
    q: z.string().max(200).optional().catch(undefined),
    kind: z.enum(annotationKinds).optional().catch(undefined),
    sort: z.enum(['created_at', 'updated_at']).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/annotations/annotations-page.tsx')),
    'AnnotationsPage',
  ),
});

const activity = createRoute({
  getParentRoute: () => shell,
  path: '/activity',
  validateSearch: z.object({
    tab: z.enum(['now', 'log']).optional().catch(undefined),
    status: z.enum(['completed', 'failed', 'cancelled']).optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/activity/activity-page.tsx')),
    'ActivityPage',
  ),
});

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: z.object({
    // The address may read `?q=300`, which is a number there.
    q: z.coerce.string().max(1000).optional().catch(undefined),
    view: z.enum(['series', 'books']).optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/search/search-page.tsx')),
    'SearchPage',
  ),
});

const lists = () => withTexts(import('../features/lists/lists-page.tsx'));
const list = () => withTexts(import('../features/lists/list-page.tsx'));

const collections = createRoute({
  getParentRoute: () => shell,
  path: '/collections',
  component: lazyRouteComponent(lists, 'CollectionsPage'),
});

const collection = createRoute({
  getParentRoute: () => shell,
  path: '/collection/$id',
  component: lazyRouteComponent(list, 'CollectionPage'),
});

const readLists = createRoute({
  getParentRoute: () => shell,
  path: '/read-lists',
  component: lazyRouteComponent(lists, 'ReadListsPage'),
});

const readList = createRoute({
  getParentRoute: () => shell,
  path: '/read-list/$id',
  component: lazyRouteComponent(list, 'ReadListPage'),
});

const smartLists = createRoute({
  getParentRoute: () => shell,
  path: '/smart-lists',
  component: lazyRouteComponent(
    () => withTexts(import('../features/smart-lists/smart-lists-page.tsx')),
    'SmartListsPage',
  ),
});

const smartList = createRoute({
  getParentRoute: () => shell,
  path: '/smart-list/$id',
  component: lazyRouteComponent(
    () => withTexts(import('../features/smart-lists/smart-list-page.tsx')),
    'SmartListPage',
  ),
});

const wantToRead = createRoute({
  getParentRoute: () => shell,
  path: '/want-to-read',
  component: lazyRouteComponent(
    () => withTexts(import('../features/lists/want-to-read-page.tsx')),
    'WantToReadPage',
  ),
});

const downloads = createRoute({
  getParentRoute: () => shell,
  path: '/downloads',
  component: lazyRouteComponent(
    () => withTexts(import('../offline/downloads-page.tsx')),
    'DownloadsPage',
  ),
});

const devices = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/devices',
  component: lazyRouteComponent(
    () => withTexts(import('../features/devices/devices-page.tsx')),
    'DevicesPage',
  ),
});

const keyboard = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/keyboard',
  component: lazyRouteComponent(
    () => withTexts(import('../features/keyboard/keyboard-page.tsx')),
    'KeyboardPage',
  ),
});

const pair = createRoute({
  getParentRoute: () => root,
  path: '/pair',
  component: lazyRouteComponent(
    () => withTexts(import('../features/pairing/pair-page.tsx')),
    'PairPage',
  ),
});

const settingsFrame = createRoute({
  getParentRoute: () => shell,
  id: 'settings-frame',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/settings-frame.tsx')),
    'SettingsFrame',
  ),
});

const settings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/general-page.tsx')),
    'GeneralPage',
  ),
});

const account = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/account',
  component: lazyRouteComponent(
    () => withTexts(import('../features/account/account-page.tsx')),
    'AccountPage',
  ),
});

const librariesSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/libraries',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/libraries-page.tsx')),
    'LibrariesSettingsPage',
  ),
});

const schedules = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/schedules',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/schedules-page.tsx')),
    'SchedulesPage',
  ),
});

const people = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/people',
  component: lazyRouteComponent(
    () => withTexts(import('../features/people/people-page.tsx')),
    'PeoplePage',
  ),
});

const metadataSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/metadata',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/server-pages.tsx')),
    'MetadataSettingsPage',
  ),
});

const mailSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/mail',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/server-pages.tsx')),
    'MailSettingsPage',
  ),
});

const releaseSources = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/release-sources',
  component: lazyRouteComponent(
    () => withTexts(import('../features/releases/sources-page.tsx')),
    'SourcesPage',
  ),
});

const page = z.number().int().min(1).optional().catch(undefined);

const backups = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/backups',
  component: lazyRouteComponent(
    () => withTexts(import('../features/backups/backups-page.tsx')),
    'BackupsPage',
  ),
});

const tasks = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/tasks',
  validateSearch: z.object({
    status: z.enum(taskStatuses).optional().catch(undefined),
    type: z.enum(taskTypes).optional().catch(undefined),
    page,
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/tasks/tasks-page.tsx')),
    'TasksPage',
  ),
});

const advanced = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/advanced',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/advanced-page.tsx')),
    'AdvancedPage',
  ),
});

const health = createRoute({
  getParentRoute: () => shell,
  path: '/health',
  validateSearch: z.object({
    kind: z.enum(healthKinds).optional().catch(undefined),
    ignored: z.boolean().optional().catch(undefined),
    page,
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/health/health-page.tsx')),
    'HealthPage',
  ),
});

const duplicates = createRoute({
  getParentRoute: () => shell,
  path: '/duplicates',
  validateSearch: z.object({ page }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/duplicates/duplicates-page.tsx')),
    'DuplicatesPage',
  ),
});

const trash = createRoute({
  getParentRoute: () => shell,
  path: '/trash',
  validateSearch: z.object({ page }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/trash/trash-page.tsx')),
    'TrashPage',
  ),
});

const releases = createRoute({
  getParentRoute: () => shell,
  path: '/releases',
  validateSearch: z.object({ state: z.enum(releaseStates).optional().catch(undefined), page }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/releases/releases-page.tsx')),
    'ReleasesPage',
  ),
});

const stats = createRoute({
  getParentRoute: () => shell,
  path: '/stats',
  validateSearch: z.object({
    span: z.enum(['month', 'year', 'all']).optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/stats/stats-page.tsx')),
    'StatsPage',
  ),
});

const organise = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId/organise',
  component: lazyRouteComponent(
    () => withTexts(import('../features/organise/organise-page.tsx')),
    'OrganisePage',
  ),
});

const scanReports = createRoute({
  getParentRoute: () => shell,
  path: '/activity/reports',
  component: lazyRouteComponent(
    () => withTexts(import('../features/scan-reports/scan-reports-page.tsx')),
    'ScanReportsPage',
  ),
});

const scanReport = createRoute({
  getParentRoute: () => shell,
  path: '/activity/reports/$reportId',
  validateSearch: z.object({ kind: z.enum(entryKinds).optional().catch(undefined), page }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/scan-reports/scan-report-page.tsx')),
    'ScanReportPage',
  ),
});

const read = createRoute({
  getParentRoute: () => root,
  path: '/read/$bookId',
  validateSearch: z.object({
    page: z.number().int().min(1).optional().catch(undefined),
    /** A place in a text: a locator as JSON. */
    place: z.string().max(4096).optional().catch(undefined),
    incognito: z.boolean().optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/book/read-route.tsx')),
    'ReadRoute',
  ),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({
    to: z
      .string()
      .regex(/^\/(?!\/)/)
      .optional()
      .catch(undefined),
  }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/sign-in/sign-in-page.tsx')),
    'SignInPage',
  ),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(
    () => withTexts(import('../features/sign-in/register-page.tsx')),
    'RegisterPage',
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: z.object({ token: z.string().max(256).optional().catch(undefined) }),
  component: lazyRouteComponent(
    () => withTexts(import('../features/sign-in/verify-email-page.tsx')),
    'VerifyEmailPage',
  ),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(
    () => withTexts(import('../features/setup/welcome-page.tsx')),
    'WelcomePage',
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([
      annotations,
      home,
      libraries,
      library,
      organise,
      scanReports,
      scanReport,
      series,
      book,
      collections,
      collection,
      readLists,
      readList,
      wantToRead,
      smartLists,
      smartList,
      downloads,
      activity,
      search,
      health,
      duplicates,
      trash,
      releases,
      stats,
      settingsFrame.addChildren([
        settings,
        account,
        librariesSettings,
        schedules,
        devices,
        keyboard,
        people,
        metadataSettings,
        mailSettings,
        releaseSources,
        backups,
        tasks,
        advanced,
      ]),
    ]),
    read,
    pair,
    signIn,
    register,
    verifyEmail,
    welcome,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#content'],
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
