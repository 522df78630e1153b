import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { z } from 'zod';

import { bookSortFields } from '../../../shared/api/book-record.ts';
import { seriesSortFields } from '../../../shared/api/series.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { Keyboard } from './keyboard.tsx';
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
  component: lazyRouteComponent(() => import('../features/series/series-page.tsx'), 'SeriesPage'),
});

const book = createRoute({
  getParentRoute: () => shell,
  path: '/book/$bookId',
  component: lazyRouteComponent(
    () => withTexts(import('../features/book/book-page.tsx')),
    'BookPage',
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
  getParentRoute: () => shell,
  path: '/settings/devices',
  component: lazyRouteComponent(
    () => withTexts(import('../features/devices/devices-page.tsx')),
    'DevicesPage',
  ),
});

const keyboard = createRoute({
  getParentRoute: () => shell,
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

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(
    () => withTexts(import('../features/settings/settings-page.tsx')),
    'SettingsPage',
  ),
});

const read = createRoute({
  getParentRoute: () => root,
  path: '/read/$bookId',
  validateSearch: z.object({
    page: z.number().int().min(1).optional().catch(undefined),
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
      home,
      libraries,
      library,
      series,
      book,
      downloads,
      settings,
      devices,
      keyboard,
    ]),
    read,
    pair,
    signIn,
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
