import { createRoute, type RouteComponent } from '@tanstack/react-router';

import { taskStatuses, taskTypes } from '../../../../shared/api/task-record.ts';
import { flag, oneOf, pageNumber, searchOf } from '../../ui/checks.ts';
import { settingsFrame } from './frame.tsx';
import { page } from './page.ts';

/** A page of the settings without search parameters. */
const settingsRoute = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => settingsFrame, path, component });

export const settings = settingsRoute(
  '/settings',
  page(() => import('../../features/settings/general-page.tsx'), 'GeneralPage'),
);

export const account = settingsRoute(
  '/settings/account',
  page(() => import('../../features/account/account-page.tsx'), 'AccountPage'),
);

export const notifications = settingsRoute(
  '/settings/notifications',
  page(() => import('../../features/notifications/notifications-page.tsx'), 'NotificationsPage'),
);

export const readingSettings = settingsRoute(
  '/settings/reading',
  page(() => import('../../features/reading-settings/reading-page.tsx'), 'ReadingPage'),
);

export const librariesSettings = settingsRoute(
  '/settings/libraries',
  page(() => import('../../features/settings/libraries-page.tsx'), 'LibrariesSettingsPage'),
);

export const schedules = settingsRoute(
  '/settings/schedules',
  page(() => import('../../features/settings/schedules-page.tsx'), 'SchedulesPage'),
);

export const devices = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/devices',
  /** `pair` opens the pairing code; the desktop's tray links to it. */
  validateSearch: searchOf({ pair: flag }),
  component: page(() => import('../../features/devices/devices-page.tsx'), 'DevicesPage'),
});

export const keyboard = settingsRoute(
  '/settings/keyboard',
  page(() => import('../../features/keyboard/keyboard-page.tsx'), 'KeyboardPage'),
);

export const people = settingsRoute(
  '/settings/people',
  page(() => import('../../features/people/people-page.tsx'), 'PeoplePage'),
);

export const metadataSettings = settingsRoute(
  '/settings/metadata',
  page(() => import('../../features/settings/server-pages.tsx'), 'MetadataSettingsPage'),
);

export const mailSettings = settingsRoute(
  '/settings/mail',
  page(() => import('../../features/settings/server-pages.tsx'), 'MailSettingsPage'),
);

export const releaseSources = settingsRoute(
  '/settings/release-sources',
  page(() => import('../../features/releases/sources-page.tsx'), 'SourcesPage'),
);

export const backups = settingsRoute(
  '/settings/backups',
  page(() => import('../../features/backups/backups-page.tsx'), 'BackupsPage'),
);

export const imports = settingsRoute(
  '/settings/import',
  page(() => import('../../features/imports/import-page.tsx'), 'ImportPage'),
);

export const exports = settingsRoute(
  '/settings/export',
  page(() => import('../../features/data-export/export-page.tsx'), 'ExportPage'),
);

export const intake = settingsRoute(
  '/settings/intake',
  page(() => import('../../features/intake/intake-page.tsx'), 'IntakePage'),
);

export const tasks = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/tasks',
  validateSearch: searchOf({
    status: oneOf(taskStatuses),
    type: oneOf(taskTypes),
    page: pageNumber,
  }),
  component: page(() => import('../../features/tasks/tasks-page.tsx'), 'TasksPage'),
});

export const advanced = settingsRoute(
  '/settings/advanced',
  page(() => import('../../features/settings/advanced-page.tsx'), 'AdvancedPage'),
);
