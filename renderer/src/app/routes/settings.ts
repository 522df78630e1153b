import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';

import { taskStatuses, taskTypes } from '../../../../shared/api/task-record.ts';
import { settingsFrame } from './frame.tsx';
import { page, pageNumber } from './page.ts';

export const settings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings',
  component: page(() => import('../../features/settings/general-page.tsx'), 'GeneralPage'),
});

export const account = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/account',
  component: page(() => import('../../features/account/account-page.tsx'), 'AccountPage'),
});

export const readingSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/reading',
  component: page(
    () => import('../../features/reading-profiles/reading-profiles-page.tsx'),
    'ReadingProfilesPage',
  ),
});

export const librariesSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/libraries',
  component: page(
    () => import('../../features/settings/libraries-page.tsx'),
    'LibrariesSettingsPage',
  ),
});

export const schedules = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/schedules',
  component: page(() => import('../../features/settings/schedules-page.tsx'), 'SchedulesPage'),
});

export const devices = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/devices',
  /** `pair` opens the pairing code; the desktop's tray links to it. */
  validateSearch: z.object({ pair: z.boolean().optional().catch(undefined) }),
  component: page(() => import('../../features/devices/devices-page.tsx'), 'DevicesPage'),
});

export const keyboard = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/keyboard',
  component: page(() => import('../../features/keyboard/keyboard-page.tsx'), 'KeyboardPage'),
});

export const people = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/people',
  component: page(() => import('../../features/people/people-page.tsx'), 'PeoplePage'),
});

export const metadataSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/metadata',
  component: page(() => import('../../features/settings/server-pages.tsx'), 'MetadataSettingsPage'),
});

export const mailSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/mail',
  component: page(() => import('../../features/settings/server-pages.tsx'), 'MailSettingsPage'),
});

export const releaseSources = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/release-sources',
  component: page(() => import('../../features/releases/sources-page.tsx'), 'SourcesPage'),
});

export const backups = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/backups',
  component: page(() => import('../../features/backups/backups-page.tsx'), 'BackupsPage'),
});

export const tasks = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/tasks',
  validateSearch: z.object({
    status: z.enum(taskStatuses).optional().catch(undefined),
    type: z.enum(taskTypes).optional().catch(undefined),
    page: pageNumber,
  }),
  component: page(() => import('../../features/tasks/tasks-page.tsx'), 'TasksPage'),
});

export const advanced = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/settings/advanced',
  component: page(() => import('../../features/settings/advanced-page.tsx'), 'AdvancedPage'),
});
