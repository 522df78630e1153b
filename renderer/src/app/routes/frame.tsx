import { createRootRoute, createRoute, Outlet, type RouteComponent } from '@tanstack/react-router';

import { Keyboard } from '../keyboard.tsx';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';
import { RouteError } from '../route-error.tsx';
import { SessionGate } from '../session-gate.tsx';
import { Shell } from '../shell/shell.tsx';
import { searchOf, type Checks } from '../../ui/checks.ts';
import { latePart } from '../../ui/feedback/late-part.tsx';
import { page } from './page.ts';

const LateParts = latePart(async () => ({
  default: (await import('../late-parts.tsx')).LateParts,
}));

export const root = createRootRoute({
  component: () => (
    <SessionGate>
      <Outlet />
      <Keyboard />
      <LateParts />
    </SessionGate>
  ),
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: RouteError,
});

/** The sidebar and the top bar around a page. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

/** A page inside the shell, without search parameters. */
export const shellRoute = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => shell, path, component });

/** A page inside the shell with search parameters; invalid ones count as absent. */
export const searchRoute = <const Path extends string, Shape extends Checks>(
  path: Path,
  shape: Shape,
  component: RouteComponent,
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: searchOf(shape),
    component,
  });

/** The navigation of the settings beside each of their pages. */
export const settingsFrame = createRoute({
  getParentRoute: () => shell,
  id: 'settings-frame',
  component: page(() => import('../../features/settings/settings-frame.tsx'), 'SettingsFrame'),
});
