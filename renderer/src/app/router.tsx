import { createRoute, createRouter } from '@tanstack/react-router';

import { basePath } from '../api/base-path.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { trackHistoryEnd } from './history-end.ts';
import { NotFoundPage } from '../ui/layout/not-found-page.tsx';
import { RouteError } from './route-error.tsx';
import { root, settingsFrame, shell } from './routes/frame.tsx';
import * as library from './routes/library.ts';
import * as outside from './routes/outside.ts';
import * as personal from './routes/personal.ts';
import * as settings from './routes/settings.ts';

/** Not-found page inside the shell, so that its navigation stays available. */
const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

const home = createRoute({ getParentRoute: () => shell, path: '/', component: HomePage });

export const router = createRouter({
  basepath: basePath,
  routeTree: root.addChildren({
    ...outside,
    shell: shell.addChildren({
      home,
      nowhere,
      ...library,
      ...personal,
      settings: settingsFrame.addChildren({ ...settings }),
    }),
  }),
  defaultErrorComponent: RouteError,
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#content'],
});

trackHistoryEnd(router.history);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
